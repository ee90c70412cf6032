// Verifies requests of webhooks with the library of npm, and that it rejects altered ones.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../../portal/package.json", import.meta.url));
const { Webhook } = require("standardwebhooks");

const requests = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { secrets, headers, body } of requests) {
  for (const secret of secrets) {
    const webhook = new Webhook(secret);
    assert.deepEqual(webhook.verify(body, headers), JSON.parse(body));
    const time = Number(headers["webhook-timestamp"]);
    const altered = [
      [body.replace("{", "{ "), headers],
      [body, { ...headers, "webhook-id": `${headers["webhook-id"]}x` }],
      [body, { ...headers, "webhook-timestamp": String(time + 1) }],
      [body, { ...headers, "webhook-timestamp": String(time - 3600) }],
    ];
    for (const [otherBody, otherHeaders] of altered) {
      assert.throws(() => webhook.verify(otherBody, otherHeaders));
    }
  }
}
console.log(`verified ${requests.length}`);
