import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccessTokens } from "../access-token.ts";
import { listGrants } from "../grants/list-grants.ts";
import { tokenScene, type Agent, type TokenScene } from "#tests/support/scenes/token-scene.ts";
import { answerRevocation } from "./answer-revocation.ts";
import { registerClient } from "./register-client.ts";

let scene: TokenScene;
beforeAll(async () => {
  scene = await tokenScene();
});
afterAll(() => scene.close());

async function withTokens() {
  const agent = await scene.agent();
  const { body } = await agent.redeem(await agent.code());
  return { agent, access: body.access_token ?? "", refresh: body.refresh_token ?? "" };
}

function revoke(form: Record<string, string>, headers = new Headers()): Promise<Response> {
  const tokens = new AccessTokens(scene.database.db, "https://connect.test");
  const readAccessToken = async (text: string) =>
    (await tokens.read(text, scene.clock.now()))?.grantId ?? null;
  return answerRevocation({ ...scene.tokens, readAccessToken }, new URLSearchParams(form), headers);
}

const endOf = async ({ ctx }: Agent) =>
  (await listGrants(ctx, { withEnded: true }))[0]?.ended?.reason ?? null;

test.each(["access", "refresh"] as const)(
  "an %s token that is revoked ends its grant",
  async (kind) => {
    const held = await withTokens();
    const answer = await revoke({ token: held[kind], client_id: held.agent.clientId });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(await endOf(held.agent)).toBe("revoked");
    expect((await held.agent.refresh(held.refresh)).body.error).toBe("invalid_grant");
  },
);

test("a token of another client, and an unknown one, get the same answer and end nothing", async () => {
  const held = await withTokens();
  const stranger = await scene.agent();
  for (const token of [held.access, held.refresh, "nada", ""]) {
    const answer = await revoke({ token, client_id: stranger.clientId });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  }
  expect(await endOf(held.agent)).toBeNull();
  expect((await revoke({ token: held.refresh })).status).toBe(400);
  // Presenting it does not count as use.
  const used = "select last_used_at from grants where id = $1";
  const before = await scene.database.owner(used, [held.agent.grantId]);
  scene.pass(60_000);
  await revoke({ token: held.access, client_id: stranger.clientId });
  expect(await scene.database.owner(used, [held.agent.grantId])).toEqual(before);
});

describe("a client with a secret", () => {
  async function confidential(method?: "client_secret_post") {
    const registered = await registerClient(scene, {
      redirect_uris: ["https://agente.example/cb"],
      token_endpoint_auth_method: method,
    });
    const { client_id: id = "", client_secret: secret = "" } = (await registered.json()) as Record<
      string,
      string
    >;
    const held = await withTokens();
    await scene.database.owner("update grants set client_id = $1 where id = $2", [
      id,
      held.agent.grantId,
    ]);
    const basic = (text: string) =>
      new Headers({ authorization: `Basic ${Buffer.from(`${id}:${text}`).toString("base64")}` });
    return { held, token: held.access, id, secret, basic };
  }

  test("must present it in the header, if it registered so", async () => {
    const { held, token, id, secret, basic } = await confidential();
    expect((await revoke({ token }, basic("otro"))).status).toBe(401);
    const refused: [Record<string, string>, Headers?][] = [
      [{ token, client_id: id }],
      [{ token, client_id: id, token_type_hint: "access_token" }],
      [{ token, client_id: id, client_secret: secret }],
      [{ token, client_id: id }, new Headers({ authorization: "@@@" })],
      [{ token, client_id: id }, new Headers({ authorization: "Bearer x" })],
      [{ token, client_id: id, client_assertion: "x", client_assertion_type: "y" }],
    ];
    for (const [form, headers] of refused) {
      const answer = await revoke(form, headers);
      expect([400, 401], JSON.stringify(form)).toContain(answer.status);
      expect(await endOf(held.agent), JSON.stringify(form)).toBeNull();
    }
    expect((await revoke({ token }, basic(secret))).status).toBe(200);
    expect(await endOf(held.agent)).toBe("revoked");
  });

  test("is not excused by another client's secret, however its header is written", async () => {
    const { held, token, id } = await confidential();
    const other = await confidential();
    const text = Buffer.from(`${other.id}:${other.secret}`).toString("base64").replace(/=*$/, "=");
    for (const authorization of [`Basic ${text} x`, `Basic  ${text} `, `Basic ${text}=\u00A0`]) {
      await revoke({ token, client_id: id }, new Headers({ authorization }));
      expect(await endOf(held.agent), authorization).toBeNull();
    }
  });

  test("must present it in the form, if it registered so", async () => {
    const { held, token, id, secret, basic } = await confidential("client_secret_post");
    const none = await revoke({ token, client_id: id });
    expect([none.status, await none.json()]).toMatchObject([400, { error: "invalid_client" }]);
    const wrong = await revoke({ token, client_id: id, client_secret: "otro" });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: "invalid_client" }]);
    expect((await revoke({ token }, basic(secret))).status).toBe(401);
    expect(await endOf(held.agent)).toBeNull();
    expect((await revoke({ token, client_id: id, client_secret: secret })).status).toBe(200);
    expect(await endOf(held.agent)).toBe("revoked");
  });
});
