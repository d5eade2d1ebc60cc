import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#lib/db/database.ts";
import { newId } from "#lib/kernel/ids.ts";
import { callTool, testApi, type Answered, type TestApi } from "#tests/support/scenes/api.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { executeOverMcp } from "#tests/support/agents/mcp-calls.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import {
  encoded,
  plantSigningKey,
  signedToken,
  tokenIssuer,
  type Agent,
  type TokenIssuer,
} from "#tests/support/scenes/token-issuer.ts";

/* Tokens that our authorization server never signed, or not for this: none is ever looked up. */

let api: TestApi;
let issuer: TokenIssuer;
let agent: Agent;
const asked: string[] = [];
beforeAll(async () => {
  const database = await testDatabase();
  const { app: real } = database;
  const app: Database = {
    orm: real.orm,
    run: (statement, values) => {
      asked.push(statement.name);
      return real.run(statement, values);
    },
    transaction: (...given) => real.transaction(...given),
    close: () => real.close(),
  };
  api = await testApi({ database: { ...database, app } });
  issuer = await tokenIssuer(api);
  const { id } = await api.organization();
  agent = await issuer.agent(id, { scopes: ["core:read"] });
});
afterAll(() => api.close());
beforeEach(() => {
  asked.length = 0;
});

const call = (token: string): Promise<Answered> =>
  callTool(api.app, "core.timestamp.now", {}, { key: token });

const header = () => ({ alg: "EdDSA", typ: "at+jwt", kid: issuer.kid });
const claims = () => issuer.claimsOf(agent.grantId, ["core:read"]);
const others = generateKeyPairSync("ed25519");
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const seconds = () => Math.floor(api.clock.now().getTime() / 1000);

/** The given header, but signed with our own key. */
const headed = (change: object) => signedToken({ ...header(), ...change }, claims(), issuer.key);
const claiming = (change: object) => signedToken(header(), { ...claims(), ...change }, issuer.key);
/** JSON leaves out what is undefined. */
const without = (name: string) => claiming({ [name]: undefined });

function hmacToken(secret: string | Buffer, alg = "HS256"): string {
  const text = `${encoded({ ...header(), alg })}.${encoded(claims())}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

function rsaToken(): string {
  const text = `${encoded({ ...header(), alg: "RS256" })}.${encoded(claims())}`;
  return `${text}.${sign("sha256", Buffer.from(text), rsa.privateKey).toString("base64url")}`;
}

const publicJwk = () => others.publicKey.export({ format: "jwk" });
const published = () => issuer.key.export({ format: "jwk" });

const corpus: Record<string, () => string> = {
  "alg none, without a signature": () =>
    `${encoded({ ...header(), alg: "none" })}.${encoded(claims())}.`,
  "alg none, with ours": () => headed({ alg: "none" }),
  "alg None": () => headed({ alg: "None" }),
  "HS256 by the public key as its secret": () => hmacToken(String(published().x)),
  "HS256 by the key's name": () => hmacToken(issuer.kid),
  "HMAC under the name of EdDSA": () => hmacToken("secret", "EdDSA"),
  RS256: rsaToken,
  "no alg": () => headed({ alg: undefined }),
  "another's key under our name": () => signedToken(header(), claims(), others.privateKey),
  "an embedded jwk": () =>
    signedToken({ ...header(), jwk: publicJwk() }, claims(), others.privateKey),
  "an embedded jwk without kid": () =>
    signedToken({ ...header(), kid: undefined, jwk: publicJwk() }, claims(), others.privateKey),
  "a jku": () =>
    signedToken({ ...header(), jku: "https://evil.test/jwks" }, claims(), others.privateKey),
  "an unknown kid": () => headed({ kid: newId("key", api.clock.now()) }),
  "a kid that is a path": () => headed({ kid: "../../etc/passwd" }),
  "a kid that is SQL": () => headed({ kid: "' or true --" }),
  "no kid": () => headed({ kid: undefined }),
  "a critical extension": () => headed({ crit: ["exp"] }),
  "typ JWT, of an id token": () => headed({ typ: "JWT" }),
  "typ of a logout token": () => headed({ typ: "logout+jwt" }),
  "no typ": () => headed({ typ: undefined }),
  "another issuer": () => claiming({ iss: "https://evil.test" }),
  "our issuer with a slash": () => claiming({ iss: "http://connect.test/" }),
  "no issuer": () => without("iss"),
  "another audience": () => claiming({ aud: "https://otra.test/mcp" }),
  "the issuer as its audience": () => claiming({ aud: "http://connect.test" }),
  "a longer audience": () => claiming({ aud: "http://connect.test/mcp/x" }),
  "no audience": () => without("aud"),
  "an empty list of audiences": () => claiming({ aud: [] }),
  "expired for more than the leeway": () => claiming({ exp: seconds() - 61 }),
  "no expiry": () => without("exp"),
  "an expiry that is a text": () => claiming({ exp: "9999999999" }),
  "not valid yet": () => claiming({ nbf: seconds() + 3600 }),
  "no grant": () => without("connect_grant"),
  "a key in the grant's place": () => claiming({ connect_grant: newId("key", api.clock.now()) }),
  "a list of grants": () => claiming({ connect_grant: [agent.grantId] }),
  "claims changed after signing": () => {
    const [head, , signature] = agent.token.split(".");
    const more = { ...claims(), scope: "core:read tributario:write" };
    return `${head}.${encoded(more)}.${signature}`;
  },
  "no signature": () => `${agent.token.split(".").slice(0, 2).join(".")}.`,
  "a signature cut short": () => agent.token.slice(0, -8),
  "four parts": () => `${agent.token}.x`,
  "a header that is no JSON": () => `e30x.${agent.token.split(".").slice(1).join(".")}`,
  "a header that is a list": () => `${encoded([])}.${agent.token.split(".").slice(1).join(".")}`,
  "over 8 KB": () => claiming({ padding: "x".repeat(8 * 1024) }),
};

test("the token that all of these were made from is accepted", async () => {
  expect((await call(agent.token)).status).toBe(200);
  expect((await call(claiming({}))).status).toBe(200);
  expect((await call(claiming({ aud: ["http://connect.test/mcp"] }))).status).toBe(200);
});

test("there are attacks to try", () => {
  expect(Object.keys(corpus).length).toBeGreaterThanOrEqual(40);
});

describe.each(Object.keys(corpus))("%s", (name) => {
  test("is refused before any look-up", async () => {
    const forged = corpus[name]?.() ?? "";
    expect(forged).not.toBe(agent.token);
    const answer = await call(forged);
    expectRefusal(answer, "unauthorized");
    expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(asked.filter((statement) => statement.startsWith("identity.caller"))).toEqual([]);
    const overMcp = await executeOverMcp(
      (request) => api.app.fetch(request),
      "core.timestamp.now",
      {},
      { key: forged },
    );
    expect(overMcp.status).toBe(401);
    expect(asked.filter((statement) => statement !== "identity.signing_keys")).toEqual([]);
  });
});

describe("the keys that verify", () => {
  const reads = () => asked.filter((statement) => statement === "identity.signing_keys").length;
  const pass = (ms: number) => api.clock.advance(ms);
  const byKey = ({ privateKey }: typeof others, kid: string) =>
    signedToken({ ...header(), kid }, claims(), privateKey);

  test("are cached for 5 minutes, and read again at most every 30 s for an unknown name", async () => {
    pass(5 * 60_000);
    for (let n = 0; n < 5; n++) expect((await call(claiming({}))).status).toBe(200);
    expect(reads()).toBe(1);
    const next = generateKeyPairSync("ed25519");
    const kid = newId("key", api.clock.now());
    await plantSigningKey(api, kid, next.publicKey);
    expect((await call(byKey(next, kid))).status).toBe(401);
    expect(reads()).toBe(1);
    pass(30_000);
    expect((await call(byKey(next, kid))).status).toBe(200);
    for (let n = 0; n < 20; n++) await call(headed({ kid: newId("key", api.clock.now()) }));
    expect(reads()).toBe(2);
    pass(30_000);
    for (let n = 0; n < 20; n++) await call(headed({ kid: newId("key", api.clock.now()) }));
    expect(reads()).toBe(3);
  });

  test("verify for 30 days after they are replaced, and no longer", async () => {
    const old = generateKeyPairSync("ed25519");
    const kid = newId("key", api.clock.now());
    const turn = new Date(api.clock.now().getTime() + 60_000);
    await plantSigningKey(api, kid, old.publicKey, turn);
    pass(29 * 86_400_000);
    expect((await call(byKey(old, kid))).status).toBe(200);
    pass(86_400_000 + 60_000);
    asked.length = 0;
    expect((await call(byKey(old, kid))).status).toBe(401);
    expect(asked).toEqual(["identity.signing_keys"]);
  });
});
