import { afterAll, beforeAll, expect, test } from "vitest";
import { changeConnection, findConnectionDetail } from "#lib/connections/index.ts";
import {
  changeKey,
  changeOrganization,
  findKey,
  narrowGrant,
  organizationSettings,
} from "#lib/identity/index.ts";
import { changeMember } from "#lib/identity/people/index.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { createLog } from "#lib/kernel/log.ts";
import { replay } from "#tests/support/played/replay.ts";
import { asMember, consent, plantMember } from "#tests/support/scenes/grants.ts";
import { webhookScene, webhookScopes, type WebhookScene } from "#tests/support/scenes/webhooks.ts";

// A restored database does not know what was taken from keys, agents, members, connections and endpoints after its point.

const lines: string[] = [];
let scene: WebhookScene;
beforeAll(async () => {
  const write = (line: string) => void lines.push(line);
  const log = createLog({ level: "info", write, now: () => scene.clock.now() });
  scene = await webhookScene({ log });
});
afterAll(() => scene.close());

const before = ["banco_a:read", "banco_a:write", "banco_b:read"];
const systems = ["banco_a", "banco_b"];

/** An organization in which each of them may do all that `before` says. */
async function organization() {
  const { id, key, keyId } = await scene.organization({
    connectors: systems,
    scopes: [...before, ...webhookScopes],
  });
  const { vault, egress } = scene.appDeps;
  const ctx = { ...scene.contextOf(id), vault, egress, scopes: async () => before };
  const owner = await plantMember(scene.database, id);
  const person = await plantMember(scene.database, id, { role: "admin", canIssue: true });
  const { id: grant } = await consent(ctx, person, { scopes: before });
  const connection = await scene.connection(id, "banco_a", ["cuentas", "movimientos"]);
  const { id: ended } = await scene.endpoint({ id, key }, `ended-${id}`);
  const { id: moved } = await scene.endpoint({ id, key }, `moved-${id}`);
  const { id: rolled } = await scene.endpoint({ id, key }, `rolled-${id}`);
  return { id, key, keyId, ctx, owner, person, grant, connection, ended, moved, rolled };
}

type Made = Awaited<ReturnType<typeof organization>>;

/** Takes something from each of them, as their people do. */
async function narrow({ id, key, ctx, owner, ...made }: Made): Promise<void> {
  for (const [endpoint, change] of [
    [made.ended, { enabled: false }],
    [made.moved, { url: `https://hooks.sandbox.test/in/elsewhere-${id}` }],
  ] as const) {
    const { status } = await scene.send("PATCH", `/v1/webhooks/${endpoint}`, key, change);
    expect(status).toBe(200);
  }
  const roll = `/v1/webhooks/${made.rolled}/roll-secret`;
  expect((await scene.send("POST", roll, key)).status).toBe(200);
  const shownKey = await findKey(ctx, made.keyId);
  const scopes = ["banco_a:read", "banco_b:read"];
  await changeKey(ctx, made.keyId, {
    scopes,
    connections: [made.connection],
    version: shownKey?.version ?? "",
  });
  await narrowGrant(asMember(ctx, made.person), made.grant, { scopes: ["banco_a:write"] });
  const { vault } = ctx;
  await changeMember({ ...asMember(ctx, owner), vault }, made.person, {
    role: "member",
    canIssue: false,
  });
  const detail = await findConnectionDetail(ctx, made.connection);
  await changeConnection(ctx, made.connection, {
    nombre: "Otro nombre",
    enabled: false,
    scopes: [],
    alcances: ["cuentas"],
    offered: ["cuentas", "movimientos"],
    version: detail?.version ?? "",
  });
  const settings = await organizationSettings(ctx);
  const form = { name: "Otra", systems: ["banco_a"] };
  await changeOrganization(ctx, form, { version: settings.version, known: systems });
}

async function rightsOf({ id }: Made): Promise<unknown> {
  const [row] = await scene.database.owner(
    `select
       (select jsonb_agg(jsonb_build_array(scopes, connections)) from api_keys where organization_id = $1) as keys,
       (select jsonb_agg(jsonb_build_array(scopes, connections)) from grants where organization_id = $1) as grants,
       (select jsonb_agg(jsonb_build_array(role, can_issue) order by role) from members where organization_id = $1) as members,
       (select jsonb_agg(jsonb_build_array(scopes, alcances, disabled_at is null)) from connections where organization_id = $1) as connections,
       (select jsonb_agg(disabled_at is null) from webhook_endpoints where organization_id = $1) as endpoints,
       (select jsonb_agg(connector) from organization_connectors where organization_id = $1) as systems`,
    [id],
  );
  return row;
}

/** As the database of the point has them. */
async function restore({ id }: Made): Promise<void> {
  const { owner } = scene.database;
  const tables = ["api_keys", "grants"];
  for (const table of tables) {
    await owner(`update ${table} set scopes = $2, connections = null where organization_id = $1`, [
      id,
      before,
    ]);
  }
  await owner(
    "update members set role = 'admin', can_issue = true where organization_id = $1 and role = 'member'",
    [id],
  );
  await owner(
    `update connections set scopes = '{banco_a:read}', alcances = '{cuentas,movimientos}', disabled_at = null
     where organization_id = $1`,
    [id],
  );
  await owner(
    "update webhook_endpoints set disabled_at = null, disabled_reason = null where organization_id = $1",
    [id],
  );
  await owner(
    "insert into organization_connectors (organization_id, connector, enabled_at) values ($1, 'banco_b', now())",
    [id],
  );
}

const narrowed = (connection: string) => ({
  keys: [[["banco_a:read", "banco_b:read"], [connection]]],
  grants: [[["banco_a:write"], null]],
  members: [
    ["member", false],
    ["owner", false],
  ],
  connections: [[[], ["cuentas"], false]],
  // Earlier addresses and secrets may be a stranger's by now.
  endpoints: [false, false, false],
  systems: ["banco_a"],
});

test("what people took away after the point is taken away again, however often it is repeated", async () => {
  const made = await organization();
  scene.advance(60_000);
  const point = scene.clock.now();
  await narrow(made);
  await restore(made);
  expect(await rightsOf(made)).not.toEqual(narrowed(made.connection));
  scene.advance(60_000);
  expect(await replay(scene, { lines, since: point })).toEqual({ done: 8, unknown: 0, byHand: [] });
  expect(await rightsOf(made)).toEqual(narrowed(made.connection));
  await replay(scene, { lines, since: point });
  expect(await rightsOf(made)).toEqual(narrowed(made.connection));
});

test("nothing is added, whatever an act left", async () => {
  const made = await organization();
  scene.advance(60_000);
  const point = scene.clock.now();
  await narrow(made);
  // At the point it could do less, and something else.
  await scene.database.owner(
    "update api_keys set scopes = '{banco_a:write,banco_b:read}', connections = '{}' where id = $1",
    [made.keyId],
  );
  await replay(scene, { lines, since: point });
  expect(await findKey(made.ctx, made.keyId)).toMatchObject({
    scopes: ["banco_b:read"],
    connections: [],
  });
});

test("a change that takes nothing away leaves no act", async () => {
  const made = await organization();
  const count = lines.length;
  const shown = await findKey(made.ctx, made.keyId);
  const { version = "", scopes = [] } = shown ?? {};
  await changeKey(made.ctx, made.keyId, { scopes, version });
  const detail = await findConnectionDetail(made.ctx, made.connection);
  await changeConnection(made.ctx, made.connection, {
    nombre: "Otro nombre",
    enabled: true,
    scopes: detail?.scopes ?? [],
    alcances: ["cuentas", "movimientos"],
    offered: ["cuentas", "movimientos"],
    version: detail?.version ?? "",
  });
  const types = { event_types: ["sync.completed"] };
  await scene.send("PATCH", `/v1/webhooks/${made.ended}`, made.key, types);
  const acts = lines.slice(count).filter((line) => line.includes('"act.done"'));
  expect(acts).toEqual([]);
});

test("of a password chosen after the point the operator is told: the earlier one is valid again", async () => {
  const made = await organization();
  scene.advance(60_000);
  const point = scene.clock.now();
  const act = "password.changed" as const;
  logDone(scene.deps.log, { act, subject: made.person });
  logDone(scene.deps.log, { act, subject: "usr_after_the_point" });
  expect(await replay(scene, { lines, since: point })).toMatchObject({
    unknown: 1,
    byHand: [`${point.toISOString()} ${act} ${made.person}`],
  });
});
