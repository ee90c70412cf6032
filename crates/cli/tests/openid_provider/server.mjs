// An OpenID provider for tests: it signs the chosen account in without asking. Prints its URL.
// GET /choose/ACCOUNT chooses the account: ann (administrators), otto (auditors), eve (no group).
// CLAIMS_IN=id-token puts all claims in the ID token; otherwise they are in the user info, as the standard prefers.
import { once } from "node:events";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

const accounts = {
  ann: { name: "Ann Example", email: "ann@city.example", groups: ["staff", "folkmoot-administrators"] },
  otto: { name: "Otto Example", email: "otto@city.example", groups: ["folkmoot-auditors"] },
  eve: { name: "Eve Example", email: "eve@city.example", groups: ["staff"] },
};
let chosen = "ann";

const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "folkmoot",
      client_secret: "secret-of-folkmoot",
      redirect_uris: ["https://console.example/admin/sign-in/openid-connect/callback"],
    },
  ],
  claims: { openid: ["sub"], profile: ["name"], email: ["email"], groups: ["groups"] },
  scopes: ["openid", "profile", "email", "groups"],
  conformIdTokenClaims: process.env.CLAIMS_IN !== "id-token",
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  features: { devInteractions: { enabled: false } },
});

async function interact(request, response) {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: chosen, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId: chosen }, consent });
}

const handle = provider.callback();
server.on("request", (request, response) => {
  const [, first, second] = request.url.split("/");
  if (first === "choose") {
    chosen = second;
    response.end();
  } else if (first === "interaction") {
    interact(request, response).catch((error) => response.writeHead(500).end(String(error)));
  } else {
    handle(request, response);
  }
});
console.log(issuer);
