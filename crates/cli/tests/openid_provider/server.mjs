// An OpenID provider for tests: it signs the chosen account in without asking. Prints its URL.
// GET /choose/ACCOUNT chooses the account: ann (administrators), otto (auditors), eve (no group).
// GET /groups/ACCOUNT/GROUP makes the group the only one of the account, and /remove/ACCOUNT removes the account.
// GET /tamper/JSON replaces claims in ID tokens from then on, which remain signed.
// FEATURE=refresh issues refresh tokens, FEATURE=no-sign-out leaves out the sign-out.
// CLAIMS_IN=id-token puts all claims in the ID token; otherwise they are in the user info, as the standard prefers.
import { once } from "node:events";
import { createServer } from "node:http";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { Provider } from "oidc-provider";

const accounts = {
  ann: { name: "Ann Example", email: "ann@city.example", groups: ["staff", "folkmoot-administrators"] },
  otto: { name: "Otto Example", email: "otto@city.example", groups: ["folkmoot-auditors"] },
  eve: { name: "Eve Example", email: "eve@city.example", groups: ["staff"] },
};
let chosen = "ann";
let tampered;
const { privateKey } = await generateKeyPair("RS256", { extractable: true });
const key = { ...(await exportJWK(privateKey)), kid: "test", use: "sig", alg: "RS256" };

const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "folkmoot",
      client_secret: "secret-of-folkmoot",
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: ["https://console.example/admin/sign-in/openid-connect/callback"],
      post_logout_redirect_uris: ["https://console.example/admin"],
    },
  ],
  claims: { openid: ["sub"], profile: ["name"], email: ["email"], groups: ["groups"] },
  scopes: ["openid", "profile", "email", "groups"],
  conformIdTokenClaims: process.env.CLAIMS_IN !== "id-token",
  findAccount: (_, id) => accounts[id] && { accountId: id, claims: () => ({ sub: id, ...accounts[id] }) },
  issueRefreshToken: () => process.env.FEATURE === "refresh",
  jwks: { keys: [key] },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: process.env.FEATURE !== "no-sign-out" },
  },
});

provider.use(async (context, next) => {
  await next();
  if (tampered && context.body?.id_token) {
    const claims = { ...decodeJwt(context.body.id_token), ...tampered };
    const token = new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "test" });
    context.body.id_token = await token.sign(privateKey);
  }
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
  const [, first, second, third] = request.url.split("/");
  if (first === "choose") {
    chosen = second;
    response.end();
  } else if (first === "groups") {
    accounts[second].groups = [third];
    response.end();
  } else if (first === "remove") {
    delete accounts[second];
    response.end();
  } else if (first === "tamper") {
    tampered = JSON.parse(decodeURIComponent(second));
    response.end();
  } else if (first === "interaction") {
    interact(request, response).catch((error) => response.writeHead(500).end(String(error)));
  } else {
    handle(request, response);
  }
});
console.log(issuer);
