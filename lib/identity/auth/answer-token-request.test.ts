import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endAnyGrant, endPastGrants } from "../grants/end-grant.ts";
import { listGrants } from "../grants/list-grants.ts";
import {
  claimsOf,
  tokenScene,
  type Agent,
  type TokenScene,
} from "#tests/support/scenes/token-scene.ts";

const second = 1_000;
const day = 24 * 3_600 * second;

let scene: TokenScene;
beforeAll(async () => {
  scene = await tokenScene();
});
afterAll(() => scene.close());

async function withTokens(options?: { scopes?: string[] }) {
  const agent = await scene.agent(options);
  const { status, body } = await agent.redeem(await agent.code());
  expect(status, JSON.stringify(body)).toBe(200);
  return { agent, access: body.access_token, refresh: body.refresh_token ?? "" };
}

async function endOf({ ctx, grantId }: Agent): Promise<string | null> {
  const grants = await listGrants(ctx, { withEnded: true });
  return grants.find(({ id }) => id === grantId)?.ended?.reason ?? null;
}

const mailsOf = ({ ctx }: Agent) =>
  scene.database.owner("select id, kind, state from outbox where organization_id = $1", [
    ctx.organization.id,
  ]);

const rowsOf = ({ grantId }: Agent) =>
  scene.database.owner(
    `select revoked is null as current from auth.oauth_refresh_token where reference_id = $1`,
    [grantId],
  );

describe("a code", () => {
  test("yields a token for this resource, for its grant, with the scopes that were agreed to", async () => {
    const { agent, access } = await withTokens({ scopes: ["banco_a:read"] });
    const { iat, exp, ...claims } = claimsOf(access);
    expect(claims).toMatchObject({
      iss: "https://connect.test",
      aud: "https://connect.test/mcp",
      connect_grant: agent.grantId,
      client_id: agent.clientId,
      sub: agent.userId,
      scope: "banco_a:read offline_access",
    });
    expect(Number(exp) - Number(iat)).toBe(3600);
    const [head = ""] = (access ?? "").split(".");
    expect(JSON.parse(Buffer.from(head, "base64url").toString())).toMatchObject({
      alg: "EdDSA",
      typ: "at+jwt",
    });
  });

  test("yields a token for a quarter of an hour if it can write", async () => {
    const { access } = await withTokens({ scopes: ["tributario:read", "tributario:write"] });
    const { iat, exp } = claimsOf(access);
    expect(Number(exp) - Number(iat)).toBe(900);
  });

  test("is redeemed by only one of 20 requests at once", async () => {
    const agent = await scene.agent();
    const code = await agent.code();
    const answers = await Promise.all(Array.from({ length: 20 }, () => agent.redeem(code)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
  });

  test("is valid for a minute", async () => {
    const agent = await scene.agent();
    const inTime = await agent.code();
    scene.pass(50 * second);
    expect((await agent.redeem(inTime)).status).toBe(200);
    const late = await agent.code();
    scene.pass(61 * second);
    expect(await agent.redeem(late)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });

  test.each([
    ["another verifier", { code_verifier: "x".repeat(43) }],
    ["another redirect", { redirect_uri: "http://127.0.0.1:3001/callback" }],
    ["another client", { client_id: "otro" }],
    ["another resource", { resource: "https://otra.example/mcp" }],
  ])("is refused with %s", async (_, more) => {
    const agent = await scene.agent();
    const { status, body } = await agent.redeem(await agent.code(), more);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.access_token).toBeUndefined();
  });

  test("that is refused is no use of its grant, which ends unused after an hour", async () => {
    const agent = await scene.agent();
    const refused = await agent.redeem(await agent.code(), { code_verifier: "x".repeat(43) });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    scene.pass(61 * 60 * second);
    await endPastGrants({ ...scene.tokens, db: scene.database.keeper });
    expect(await endOf(agent)).toBe("unused");
  });

  test("that was used before gives nothing, and takes nothing from who used it", async () => {
    const agent = await scene.agent();
    const code = await agent.code();
    const answers = await Promise.all([agent.redeem(code), agent.redeem(code)]);
    const won = answers.find(({ status }) => status === 200);
    const next = await agent.refresh(won?.body.refresh_token ?? "");
    expect(next.status).toBe(200);
    scene.pass(day);
    // By somebody who found it, without its client, its verifier and its redirect.
    const found = { client_id: "otro", code_verifier: "x", redirect_uri: "https://otra.example/" };
    for (const more of [{}, found]) {
      expect(await agent.redeem(code, more)).toMatchObject({
        status: 400,
        body: { error: "invalid_grant" },
      });
    }
    expect((await agent.refresh(next.body.refresh_token ?? "")).status).toBe(200);
    expect(await endOf(agent)).toBeNull();
  });

  test("of a grant that has ended gives nothing", async () => {
    const agent = await scene.agent();
    const code = await agent.code();
    await endAnyGrant(agent.ctx, agent.grantId, "revoked");
    expect(await agent.redeem(code)).toMatchObject({ body: { error: "invalid_grant" } });
  });
});

describe("a refresh token", () => {
  test("is exchanged for the next; 20 at once get the same answer, and rotate once", async () => {
    const { agent, refresh } = await withTokens();
    const answers = await Promise.all(Array.from({ length: 20 }, () => agent.refresh(refresh)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { expires_in: _, ...first } = answers[0]?.body ?? {};
    for (const { body } of answers) expect(body).toMatchObject(first);
    expect((await rowsOf(agent)).filter(({ current }) => current === true)).toHaveLength(1);
    expect(await rowsOf(agent)).toHaveLength(2);
  });

  test("sent again within a minute gets the same answer; later it ends the grant, for both holders", async () => {
    const { agent, refresh } = await withTokens();
    const next = await agent.refresh(refresh);
    scene.pass(50 * second);
    expect((await agent.refresh(refresh)).body.refresh_token).toBe(next.body.refresh_token);
    scene.pass(11 * second);
    const replay = await agent.refresh(refresh);
    expect(replay).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await endOf(agent)).toBe("replayed");
    const told = await mailsOf(agent);
    expect(told).toMatchObject([{ kind: "grant_replayed", state: "waiting" }]);
    expect(scene.sentAtOnce).toContain(told[0]?.["id"]);
    const successor = await agent.refresh(next.body.refresh_token ?? "");
    expect(successor.body.error).toBe("invalid_grant");
    expect((await agent.refresh(refresh)).body.error).toBe("invalid_grant");
    expect(await mailsOf(agent)).toEqual(told);
  });

  test("replayed ends its grant and notifies its person, or does neither", async () => {
    const { agent, refresh } = await withTokens();
    await agent.refresh(refresh);
    scene.pass(61 * second);
    await scene.database.owner(`alter table outbox rename to outbox_away`);
    await expect(agent.refresh(refresh)).rejects.toThrow();
    await scene.database.owner(`alter table outbox_away rename to outbox`);
    expect([await endOf(agent), await mailsOf(agent)]).toEqual([null, []]);
    expect((await agent.refresh(refresh)).body.error).toBe("invalid_grant");
    expect([await endOf(agent), (await mailsOf(agent)).length]).toEqual(["replayed", 1]);
  });

  test("replayed does not affect the person's other grants", async () => {
    const one = await withTokens();
    const other = await withTokens();
    await one.agent.refresh(one.refresh);
    scene.pass(61 * second);
    await one.agent.refresh(one.refresh);
    expect((await other.agent.refresh(other.refresh)).status).toBe(200);
  });

  test("replayed at the very end of its minute takes nothing from any organization", async () => {
    const { agent, refresh } = await withTokens();
    const other = await scene.agent({ of: agent });
    const { body } = await other.redeem(await other.code());
    const next = await agent.refresh(refresh);
    scene.pass(55 * second);
    // The minute ends between our look at the token and the library's.
    const { mayIssue } = scene.tokens;
    scene.tokens.mayIssue = async (id) => {
      scene.pass(7 * second);
      return mayIssue(id);
    };
    const replay = await agent.refresh(refresh);
    scene.tokens.mayIssue = mayIssue;
    expect([replay.status, replay.body.refresh_token]).toEqual([200, next.body.refresh_token]);
    expect((await other.refresh(body.refresh_token ?? "")).status).toBe(200);
    expect((await agent.refresh(next.body.refresh_token ?? "")).status).toBe(200);
    expect((await agent.refresh(refresh)).body.error).toBe("invalid_grant");
    expect([await endOf(agent), await endOf(other)]).toEqual(["replayed", null]);
  });

  test("yields less if asked for less, and the next one is exchanged for all of it", async () => {
    const { agent, refresh } = await withTokens({ scopes: ["banco_a:read", "tributario:read"] });
    const less = await agent.refresh(refresh, { scope: "banco_a:read" });
    expect([less.status, less.body.scope]).toEqual([200, "banco_a:read"]);
    const next = less.body.refresh_token ?? "";
    const all = await agent.refresh(next);
    expect(all.body.scope).toBe("banco_a:read tributario:read offline_access");
    expect([undefined, next]).not.toContain(all.body.refresh_token);
  });

  test("lives 30 days from its last use", async () => {
    const { agent, refresh } = await withTokens();
    scene.pass(29 * day);
    const next = (await agent.refresh(refresh)).body.refresh_token ?? "";
    expect(next).not.toBe("");
    scene.pass(29 * day);
    const third = (await agent.refresh(next)).body.refresh_token ?? "";
    expect(third).not.toBe("");
    scene.pass(31 * day);
    expect((await agent.refresh(third)).body.error).toBe("invalid_grant");
  });

  test("still works when its person has signed out", async () => {
    const { agent, refresh } = await withTokens();
    const headers = new Headers([...agent.headers, ["origin", "https://connect.test"]]);
    await scene.auth.signOut(headers);
    expect(await scene.auth.signedIn(agent.headers)).toBeNull();
    const { status, body } = await agent.refresh(refresh);
    expect([status, claimsOf(body.access_token)["connect_grant"]]).toEqual([200, agent.grantId]);
  });

  test("is refused for another client, and for an ended grant", async () => {
    const { agent, refresh } = await withTokens();
    const stranger = await scene.agent();
    expect((await stranger.refresh(refresh)).body.error).toBe("invalid_grant");
    expect((await agent.refresh(refresh)).status).toBe(200);
    await endAnyGrant(agent.ctx, agent.grantId, "revoked");
    expect((await agent.refresh(refresh)).body.error).toBe("invalid_grant");
  });

  test.each([
    ["before the next one was made", false, second],
    ["before the answer was written down", true, second],
    ["before the answer was written down, ten minutes ago,", true, 10 * 60 * second],
  ])("whose process was killed %s yields one family and no more", async (_, hasNext, waitMs) => {
    const { agent, refresh } = await withTokens();
    const before = await scene.database.owner(
      "select id from auth.oauth_refresh_token where reference_id = $1",
      [agent.grantId],
    );
    const lost = await agent.refresh(refresh);
    // What the process had done of the rotation when it died.
    await scene.database.owner(
      "update auth.oauth_refresh_token set rotation_replay_response = null where id = $1",
      [before[0]?.["id"]],
    );
    if (!hasNext) {
      await scene.database.owner(
        "delete from auth.oauth_refresh_token where reference_id = $1 and revoked is null",
        [agent.grantId],
      );
    }
    scene.pass(waitMs);
    const again = await agent.refresh(refresh);
    expect(again.status).toBe(200);
    expect(await endOf(agent)).toBeNull();
    expect((await rowsOf(agent)).filter(({ current }) => current === true)).toHaveLength(1);
    expect((await agent.refresh(lost.body.refresh_token ?? "")).body.error).toBe("invalid_grant");
    expect((await agent.refresh(again.body.refresh_token ?? "")).status).toBe(200);
  });

  test("yields no answer that could not be stored: a second one would be another family", async () => {
    const { agent, refresh } = await withTokens();
    await scene.database.owner(`
      create function keep_no_answer() returns trigger language plpgsql as
        $$ begin raise exception 'no answer is kept'; end $$;
      create trigger keep_no_answer before update on auth.oauth_refresh_token
        for each row when (new.rotation_replay_response is not null) execute function keep_no_answer()`);
    const answer = await agent.refresh(refresh);
    await scene.database.owner("drop function keep_no_answer cascade");
    expect([answer.status, answer.body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(await rowsOf(agent)).toEqual([{ current: true }]);
    expect((await agent.refresh(refresh)).status).toBe(200);
  });
});
