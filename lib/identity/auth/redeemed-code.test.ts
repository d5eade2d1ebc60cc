import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerTokenRequest } from "./answer-token-request.ts";
import { listGrants } from "../grants/list-grants.ts";
import { dropEndedRows } from "./drop-ended-rows.ts";
import { registerClient } from "./register-client.ts";
import { tokenScene, type Agent, type TokenScene } from "#tests/support/scenes/token-scene.ts";

const second = 1_000;
const refused = { status: 400, body: { error: "invalid_grant" } };

let scene: TokenScene;
beforeAll(async () => {
  scene = await tokenScene();
});
afterAll(() => scene.close());

async function redeemed(agent?: Agent) {
  const of = agent ?? (await scene.agent());
  const code = await of.code();
  const { status, body } = await of.redeem(code);
  expect(status, JSON.stringify(body)).toBe(200);
  return { agent: of, code, refresh: body.refresh_token ?? "" };
}

async function endOf({ ctx, grantId }: Agent): Promise<string | null> {
  const grants = await listGrants(ctx, { withEnded: true });
  return grants.find(({ id }) => id === grantId)?.ended?.reason ?? null;
}

const mailsOf = ({ ctx }: Agent) =>
  scene.database.owner("select kind from outbox where organization_id = $1", [ctx.organization.id]);

const keptCodes = () =>
  scene.database.owner("select id from auth.verification where identifier like 'redeemed %'");

test("a code is redeemed without its redirect, as in OAuth 2.1, but not without its verifier", async () => {
  const agent = await scene.agent();
  const ask = async (given: Awaited<ReturnType<Agent["code"]>>, without: string[]) => {
    const form = new URLSearchParams(agent.redemption(given));
    for (const name of without) form.delete(name);
    return (await answerTokenRequest(scene.tokens, form, new Headers())).status;
  };
  expect(await ask(await agent.code(), ["redirect_uri", "code_verifier"])).toBe(400);
  const code = await agent.code();
  expect(await ask(code, ["redirect_uri"])).toBe(200);
  scene.pass(20 * second);
  expect(await ask(code, ["redirect_uri"])).toBe(400);
  expect(await endOf(agent)).toBe("replayed");
});

describe("a redeemed code", () => {
  test("sent again with everything that redeemed it ends the grant, and its person is told", async () => {
    const { agent, code, refresh } = await redeemed();
    scene.pass(11 * second);
    expect(await agent.redeem(code)).toMatchObject(refused);
    expect(await endOf(agent)).toBe("replayed");
    expect(await mailsOf(agent)).toEqual([{ kind: "grant_replayed" }]);
    expect(await agent.refresh(refresh)).toMatchObject(refused);
    expect(await agent.redeem(code)).toMatchObject(refused);
    expect(await mailsOf(agent)).toHaveLength(1);
  });

  test("is refused, and ends nothing, within seconds: its client may have lost the answer", async () => {
    const { agent, code, refresh } = await redeemed();
    for (let passed = 0; passed < 10; passed += 3) {
      expect(await agent.redeem(code)).toMatchObject(refused);
      scene.pass(3 * second - 100);
    }
    expect([await endOf(agent), await mailsOf(agent)]).toEqual([null, []]);
    expect((await agent.refresh(refresh)).status).toBe(200);
  });

  test("ends nothing once it has expired, and is not kept any longer", async () => {
    const { agent, code, refresh } = await redeemed();
    scene.pass(61 * second);
    expect(await agent.redeem(code)).toMatchObject(refused);
    expect([await endOf(agent), await mailsOf(agent)]).toEqual([null, []]);
    expect(await keptCodes()).not.toEqual([]);
    await dropEndedRows({ ...scene.tokens, db: scene.database.keeper });
    expect(await keptCodes()).toEqual([]);
    expect((await agent.refresh(refresh)).status).toBe(200);
  });

  test.each([
    ["another client", { client_id: "otro" }],
    ["no client", { client_id: "" }],
    ["another verifier", { code_verifier: "x".repeat(43) }],
    ["no verifier", { code_verifier: "" }],
    ["the code's own challenge as its verifier", "challenge"],
    ["another redirect", { redirect_uri: "http://127.0.0.1:3001/callback" }],
  ])("that somebody found ends nothing with %s", async (_, more) => {
    const { agent, code, refresh } = await redeemed();
    scene.pass(20 * second);
    const changed = more === "challenge" ? { code_verifier: await challengeOf(agent) } : more;
    expect(await agent.redeem(code, changed as Record<string, string>)).toMatchObject(refused);
    expect([await endOf(agent), await mailsOf(agent)]).toEqual([null, []]);
    expect((await agent.refresh(refresh)).status).toBe(200);
  });

  test("ends nothing for another client that has its verifier", async () => {
    const { agent, code } = await redeemed();
    const stranger = await scene.agent();
    scene.pass(20 * second);
    expect(await stranger.redeem(code)).toMatchObject(refused);
    expect([await endOf(agent), await endOf(stranger)]).toEqual([null, null]);
  });

  test("of a client with a secret ends nothing without it", async () => {
    const registered = await registerClient(scene.tokens, {
      redirect_uris: ["http://127.0.0.1:3000/callback"],
      token_endpoint_auth_method: "client_secret_post",
    });
    const { client_id: clientId, client_secret } = (await registered.json()) as Record<
      "client_id" | "client_secret",
      string
    >;
    const person = await scene.agent();
    const agent = await scene.agent({ of: { ...person, clientId } });
    const code = await agent.code();
    expect((await agent.redeem(code, { client_secret })).status).toBe(200);
    scene.pass(20 * second);
    for (const more of [{}, { client_secret: "otro" }]) {
      expect(await agent.redeem(code, more)).toMatchObject(refused);
      expect(await endOf(agent)).toBeNull();
    }
    expect(await agent.redeem(code, { client_secret })).toMatchObject(refused);
    expect(await endOf(agent)).toBe("replayed");
  });

  test("that is replayed ends none of the person's other grants", async () => {
    const { agent, code } = await redeemed();
    const other = await redeemed(await scene.agent({ of: agent }));
    scene.pass(20 * second);
    expect(await agent.redeem(code)).toMatchObject(refused);
    expect([await endOf(agent), await endOf(other.agent)]).toEqual(["replayed", null]);
    expect((await other.agent.refresh(other.refresh)).status).toBe(200);
  });

  test("whose answer could not be sent ends nothing when it comes again", async () => {
    const agent = await scene.agent();
    const code = await agent.code();
    // The lock is lost when all is written, so that two could be told.
    await scene.database.owner(`
      create function lose_lock() returns trigger language plpgsql as $$ begin
        perform pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database());
        return null; end $$;
      create trigger lose_lock after insert on auth.verification
        for each row execute function lose_lock()`);
    await expect(agent.redeem(code)).rejects.toThrow();
    await scene.database.owner("drop function lose_lock cascade");
    scene.pass(20 * second);
    expect(await agent.redeem(code)).toMatchObject(refused);
    expect([await endOf(agent), await mailsOf(agent)]).toEqual([null, []]);
  });

  test("replayed 20 times at once is told to its person once", async () => {
    const { agent, code } = await redeemed();
    scene.pass(20 * second);
    const form = new URLSearchParams(agent.redemption(code));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => answerTokenRequest(scene.tokens, form, new Headers())),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await mailsOf(agent)).toEqual([{ kind: "grant_replayed" }]);
  });
});

async function challengeOf(agent: Agent): Promise<string> {
  const [row] = await scene.database.owner(
    "select value from auth.verification where value like $1 order by created_at desc limit 1",
    [`%${agent.clientId}%`],
  );
  const { query } = JSON.parse(String(row?.["value"])) as { query: Record<string, string> };
  return query["code_challenge"] ?? "";
}
