import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  account,
  allScopes,
  askToken,
  authorizeUrl,
  client,
  consent,
  exchange,
  listedMailboxes,
  listedToken,
  logIn,
  mailCaller,
  postForm,
  redirectUri,
  refresh,
} from "../../testing/correo.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.service.moveClock(new Date("2026-11-21T15:00:00Z"));
  await sandbox.control("POST", "/reset");
});
afterAll(() => sandbox.close());

const log = async () => (await sandbox.control("GET", "/portals/correo/log")).body;
const advance = (by: string) => sandbox.control("POST", "/clock", { advance: by });
const works = async (accessToken: string) =>
  (await mailCaller(sandbox, accessToken).ask("GET", "/cuenta")).status;

async function location(more: Record<string, string>): Promise<string | null> {
  const answer = await fetch(authorizeUrl(sandbox, more), { redirect: "manual" });
  return answer.headers.get("location");
}

describe("the authorization page", () => {
  test("leads from login and permissions to a code, which is exchanged for tokens", async () => {
    const answer = await consent(sandbox);
    expect(Object.fromEntries(answer)).toEqual({
      code: expect.stringMatching(/^[\w-]{32}$/),
      state: "s-1",
      iss: `${sandbox.url}/portals/correo`,
    });
    const { status, headers, body } = await exchange(sandbox, answer.get("code") ?? "");
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      scope: allScopes,
    });
    const mail = mailCaller(sandbox, body.access_token);
    expect((await mail.ask("GET", "/cuenta")).body).toEqual({
      cuenta: account,
      nombre: "Ana Soto",
      historia: expect.stringMatching(/^\d+$/),
      permisos: allScopes.split(" "),
    });
    expect(await log()).toMatchObject({ logins: 1, logouts: 0, token_refreshes: 0 });
  });

  test("asks only for what the program requested, and grants only what is ticked", async () => {
    const { text } = await logIn(sandbox, {}, { scope: "buzon.redactar buzon.leer" });
    const boxes = [...text.matchAll(/name="permiso" value="([^"]+)"/g)].map(([, one]) => one);
    expect(boxes).toEqual(["buzon.leer", "buzon.redactar"]);
    const answer = await consent(sandbox, ["buzon.leer", "buzon.enviar"], {
      asked: { scope: "buzon.redactar buzon.leer" },
    });
    expect((await exchange(sandbox, answer.get("code") ?? "")).body.scope).toBe("buzon.leer");
  });

  test("tells the program if somebody refused, or ticked nothing", async () => {
    const denied = { error: "access_denied", state: "s-1", iss: `${sandbox.url}/portals/correo` };
    const refused = await consent(sandbox, undefined, { decision: "rechazar" });
    expect(Object.fromEntries(refused)).toEqual(denied);
    expect(Object.fromEntries(await consent(sandbox, []))).toEqual(denied);
    expect(await log()).toMatchObject({ logins: 0 });
  });

  test.each([
    ["unsupported_response_type", { response_type: "token" }],
    ["invalid_request", { code_challenge: "" }],
    ["invalid_request", { code_challenge_method: "plain" }],
    ["invalid_scope", { scope: "todo" }],
    ["invalid_scope", { scope: "" }],
  ])("answers %s to the program for %j", async (error, more) => {
    const to = new URL((await location(more)) ?? "");
    expect(to.href.startsWith(redirectUri)).toBe(true);
    expect(to.searchParams.get("error")).toBe(error);
  });

  test.each([
    [{ client_id: "otro" }],
    [{ redirect_uri: "https://evil.example/connect/oauth/callback" }],
    [{ redirect_uri: "http://127.0.0.1.evil.example/connect/oauth/callback" }],
    [{ redirect_uri: "http://127.0.0.1:9/connect/oauth/callback?next=x" }],
    [{ redirect_uri: "http://127.0.0.1:9/otra" }],
  ])("redirects nowhere for %j", async (more) => {
    const answer = await fetch(authorizeUrl(sandbox, more), { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  test("refuses a wrong password, and locks the account after three", async () => {
    for (let index = 0; index < 3; index += 1) {
      expect((await logIn(sandbox, { clave: "no" })).text).toContain("Cuenta o clave incorrecta");
    }
    expect((await logIn(sandbox)).text).toContain("bloqueada");
    expect(await log()).toMatchObject({ failed_logins: 4, logins: 0 });
    const listed = await listedMailboxes(sandbox);
    const [first] = listed;
    expect(first).toMatchObject({ account, leadsTo: "ok", clientId: client.id });
    const blocked = listed.find(({ leadsTo }) => leadsTo === "account_blocked");
    const shown = await logIn(sandbox, { cuenta: blocked?.account ?? "" });
    expect(shown.text).toContain("bloqueada");
  });

  test("a request is answered once, and in time", async () => {
    const { id } = await logIn(sandbox);
    const answer = () =>
      postForm(sandbox, "/oauth/permisos", {
        solicitud: id,
        decision: "permitir",
        permiso: "buzon.leer",
      });
    expect((await answer()).status).toBe(303);
    expect((await answer()).status).toBe(400);
    const late = await logIn(sandbox);
    await advance("PT16M");
    const fields = { solicitud: late.id, decision: "permitir", permiso: "buzon.leer" };
    expect((await postForm(sandbox, "/oauth/permisos", fields)).status).toBe(400);
  });
});

describe("a code", () => {
  const newCode = async () => (await consent(sandbox)).get("code") ?? "";

  test.each([
    ["another verifier", { code_verifier: "w".repeat(43) }],
    ["another address", { redirect_uri: "http://127.0.0.1:8/connect/oauth/callback" }],
    ["another code", { code: "x" }],
  ])("is refused with %s, and afterwards too", async (_, more) => {
    const code = await newCode();
    const { status, body } = await exchange(sandbox, code, more);
    expect([status, body]).toEqual([400, { error: "invalid_grant" }]);
    expect((await exchange(sandbox, code)).status).toBe("code" in more ? 200 : 400);
  });

  test("works once: used again, it revokes what it had started", async () => {
    const code = await newCode();
    const { body } = await exchange(sandbox, code);
    expect(await works(body.access_token)).toBe(200);
    expect((await exchange(sandbox, code)).body).toEqual({ error: "invalid_grant" });
    expect(await works(body.access_token)).toBe(401);
    expect((await refresh(sandbox, body.refresh_token)).body).toEqual({ error: "invalid_grant" });
  });

  test("works for five minutes", async () => {
    const code = await newCode();
    await advance("PT5M");
    expect((await exchange(sandbox, code)).status).toBe(400);
  });

  test("works only for the program that knows its secret", async () => {
    const fields = { grant_type: "authorization_code", code: await newCode() };
    const wrong = await askToken(sandbox, fields, { secret: "no" });
    expect([wrong.status, wrong.body]).toEqual([401, { error: "invalid_client" }]);
    const other = await askToken(sandbox, { grant_type: "password" });
    expect(other.body).toEqual({ error: "unsupported_grant_type" });
  });

  test("may be exchanged with the secret in a Basic header", async () => {
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString("base64");
    const fields = { grant_type: "refresh_token", refresh_token: await listedToken(sandbox) };
    const answer = await fetch(`${sandbox.url}/portals/correo/oauth/token`, {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(fields),
    });
    expect(answer.status).toBe(200);
  });
});

describe("a refresh token", () => {
  test("rotates: the previous one works for a while, and then counts as stolen", async () => {
    const first = await listedToken(sandbox);
    const { body: second } = await refresh(sandbox, first);
    expect(second.refresh_token).not.toBe(first);
    await advance("PT59S");
    expect((await refresh(sandbox, first)).body).toEqual(second);
    await advance("PT2S");
    expect((await refresh(sandbox, first)).body).toEqual({ error: "invalid_grant" });
    expect((await refresh(sandbox, second.refresh_token)).body).toEqual({ error: "invalid_grant" });
    expect(await works(second.access_token)).toBe(401);
    expect(await log()).toMatchObject({ token_refreshes: 1 });
  });

  test("from two generations ago counts as stolen at once, and so does any without grace", async () => {
    const first = await listedToken(sandbox);
    const { body: second } = await refresh(sandbox, first);
    const { body: third } = await refresh(sandbox, second.refresh_token);
    expect((await refresh(sandbox, first)).status).toBe(400);
    expect(await works(third.access_token)).toBe(401);
    await sandbox.control("PATCH", "/portals/correo", { refreshGraceSeconds: 0 });
    const other = await listedToken(sandbox);
    expect((await refresh(sandbox, other)).status).toBe(200);
    expect((await refresh(sandbox, other)).status).toBe(400);
  });

  test("exchanged by two at once gives both the same new pair", async () => {
    const token = await listedToken(sandbox);
    const [one, other] = await Promise.all([refresh(sandbox, token), refresh(sandbox, token)]);
    expect(one.body).toEqual(other.body);
    expect(await log()).toMatchObject({ token_refreshes: 1 });
    expect((await refresh(sandbox, one.body.refresh_token)).status).toBe(200);
  });

  test("rotated before a reset works after it", async () => {
    const { body } = await refresh(sandbox, await listedToken(sandbox));
    await sandbox.control("POST", "/reset");
    expect((await refresh(sandbox, body.refresh_token)).status).toBe(200);
    expect(await works(body.access_token)).toBe(200);
  });

  test("is new in each listing, and a changed or foreign one is invalid", async () => {
    const [one, other] = [await listedToken(sandbox), await listedToken(sandbox)];
    expect(one).not.toBe(other);
    for (const token of ["", "x", "x.y", `${one}a`, `a${one}`]) {
      expect((await refresh(sandbox, token)).body).toEqual({ error: "invalid_grant" });
    }
    const { body } = await refresh(sandbox, one);
    expect((await refresh(sandbox, body.access_token)).status).toBe(400);
    expect(await works(body.refresh_token)).toBe(401);
  });
});

describe("the end of an authorization", () => {
  test("an access token works for an hour", async () => {
    const { body } = await refresh(sandbox, await listedToken(sandbox));
    await advance("PT59M");
    expect(await works(body.access_token)).toBe(200);
    await advance("PT1M");
    expect(await works(body.access_token)).toBe(401);
    expect((await refresh(sandbox, body.refresh_token)).status).toBe(200);
  });

  test("the program can revoke one, once", async () => {
    const { body } = await refresh(sandbox, await listedToken(sandbox));
    const revoke = () => askToken(sandbox, { token: body.refresh_token }, { path: "revoke" });
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(200);
    expect(await works(body.access_token)).toBe(401);
    expect(await log()).toMatchObject({ logouts: 1 });
  });

  test("the person revokes all so far; later permissions work", async () => {
    const { body } = await refresh(sandbox, await listedToken(sandbox));
    const act = await sandbox.control("POST", `/portals/correo/accounts/${account}`, {
      action: "revoke",
    });
    expect(act).toEqual({ status: 200, body: { account, action: "revoke" } });
    expect(await works(body.access_token)).toBe(401);
    expect((await refresh(sandbox, body.refresh_token)).status).toBe(400);
    const answer = await consent(sandbox);
    const again = await exchange(sandbox, answer.get("code") ?? "");
    expect(await works(again.body.access_token)).toBe(200);
    expect(await log()).toMatchObject({ logouts: 1, logins: 1 });
  });

  test("the listed account with a revoked authorization can be authorized again", async () => {
    expect((await refresh(sandbox, await listedToken(sandbox, "revoked"))).body).toEqual({
      error: "invalid_grant",
    });
    const { id } = await logIn(sandbox, { cuenta: "revocada@correo.sandbox.test" });
    expect(id).not.toBe("");
  });
});

test("the server describes itself", async () => {
  const url = `${sandbox.url}/portals/correo`;
  const answer = await fetch(`${url}/.well-known/oauth-authorization-server`);
  expect(await answer.json()).toMatchObject({
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    revocation_endpoint: `${url}/oauth/revoke`,
    code_challenge_methods_supported: ["S256"],
  });
});
