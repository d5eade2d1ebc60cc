import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqlState } from "#lib/db/failures.ts";
import { tokenScene, type TokenScene } from "#tests/support/scenes/token-scene.ts";
import { endAnyGrant } from "../grants/end-grant.ts";
import { dropEndedRows } from "./drop-ended-rows.ts";
import { dropUnusedClients } from "./drop-unused-clients.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let scene: TokenScene;
beforeAll(async () => {
  scene = await tokenScene();
});
afterAll(() => scene.close());

const keep = () => dropEndedRows({ ...scene.tokens, db: scene.database.keeper });

async function counts(): Promise<Record<string, unknown>> {
  const [row] = await scene.database.owner(`
    select (select count(*)::int from auth.session) as sessions,
      (select count(*)::int from auth.verification) as codes,
      (select count(*)::int from auth.oauth_refresh_token) as tokens,
      (select count(*)::int from auth.jwks) as keys`);
  return row ?? {};
}

describe("housekeeping", () => {
  test("drops each row at its end, and keeps everything that is in force", async () => {
    const agent = await scene.agent();
    const given = await agent.redeem(await agent.code());
    const next = await agent.refresh(given.body.refresh_token ?? "");
    // A code that nobody redeems, and the one that was.
    await agent.code();
    await keep();
    expect(await counts()).toEqual({ sessions: 1, codes: 2, tokens: 2, keys: 1 });

    scene.pass(minute);
    await keep();
    expect(await counts()).toEqual({ sessions: 1, codes: 1, tokens: 2, keys: 1 });

    scene.pass(11 * minute);
    await keep();
    expect(await counts()).toEqual({ sessions: 1, codes: 0, tokens: 2, keys: 1 });

    scene.pass(12 * hour);
    await keep();
    expect(await counts()).toEqual({ sessions: 0, codes: 0, tokens: 2, keys: 1 });

    // The person is no longer signed in; their agent continues, and a replay is still noticed.
    const third = await agent.refresh(next.body.refresh_token ?? "");
    expect(third.status).toBe(200);
    scene.pass(30 * day - 11 * hour);
    await keep();
    expect(await counts()).toMatchObject({ tokens: 1 });
    expect((await agent.refresh(third.body.refresh_token ?? "")).status).toBe(200);
  });

  test("keeps the tokens of an ended grant for a day", async () => {
    const agent = await scene.agent();
    const tokens = () =>
      scene.database.owner("select id from auth.oauth_refresh_token where reference_id = $1", [
        agent.grantId,
      ]);
    const given = await agent.redeem(await agent.code());
    await endAnyGrant(agent.ctx, agent.grantId, "revoked");
    scene.pass(day - minute);
    await keep();
    expect(await tokens()).toHaveLength(1);
    scene.pass(2 * minute);
    await keep();
    expect(await tokens()).toEqual([]);
    expect((await agent.refresh(given.body.refresh_token ?? "")).body.error).toBe("invalid_grant");
  });

  test("drops a client with a document and no grant a week after its last fetch", async () => {
    const id = "https://agente.example/cliente.json";
    const known = () =>
      scene.database.owner("select id from auth.oauth_client where client_id = $1", [id]);
    const now = scene.clock.now().getTime();
    await scene.database.owner(
      `insert into auth.oauth_client (id, client_id, client_discovery_id, created_at, fresh_until, redirect_uris)
       values ('ocl_document', $1, 'document', $2, $3, '{}')`,
      [id, new Date(now - 30 * day), new Date(now)],
    );
    const unused = () => dropUnusedClients({ ...scene.tokens, db: scene.database.keeper });
    scene.pass(7 * day - minute);
    await unused();
    expect(await known()).toHaveLength(1);
    scene.pass(2 * minute);
    await unused();
    expect(await known()).toEqual([]);
  });

  test("drops a signing key 30 days after its turn", async () => {
    const [key] = await scene.database.owner("select id, expires_at from auth.jwks");
    const until = key?.["expires_at"] as Date;
    scene.clock.moveTo(new Date(until.getTime() + 30 * day - minute));
    await keep();
    expect(await counts()).toMatchObject({ keys: 1 });
    scene.pass(minute);
    await keep();
    expect(await counts()).toMatchObject({ keys: 0 });
  });
});

test("housekeeping only reads when people's rows and tokens end, and no other role drops them", async () => {
  const { db, app, keeper, owner } = scene.database;
  const [known] = await owner(
    `select array_agg(table_name || '.' || column_name order by 1) as columns
     from information_schema.column_privileges where grantee = 'connect_keeper'
       and table_schema = 'auth' and privilege_type <> 'SELECT'`,
  );
  expect(known).toEqual({ columns: null });
  const attempt = (role: typeof db, text: string) =>
    role.run({ name: text, text, repeatable: false }, []).then(
      () => "done",
      (error: unknown) => sqlState(error),
    );
  for (const text of [
    "select token from auth.session",
    "select user_id from auth.session",
    "select private_key from auth.jwks",
    "select value from auth.verification",
    "select token from auth.oauth_refresh_token",
    "select email from auth.user",
    "update auth.session set expires_at = expires_at",
    "delete from auth.user",
  ]) {
    expect(await attempt(keeper, text), text).toBe("42501");
  }
  for (const role of [app, db]) {
    for (const table of [
      "session",
      "verification",
      "oauth_refresh_token",
      "jwks",
      "oauth_client",
    ]) {
      expect(await attempt(role, `delete from auth.${table}`), table).toBe("42501");
    }
  }
});
