import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApi } from "#functions/api/app.ts";
import { buildApiDeps } from "#functions/api/deps.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { withSystemTx, withTx } from "#lib/db/context.ts";
import {
  endAnyGrant,
  endGrant,
  endGrantsOfMember,
  endGrantsOfPerson,
  narrowGrant,
  noteToken,
} from "#lib/identity/index.ts";
import { foldRateWindows } from "#lib/limits/index.ts";
import { execute } from "#lib/tools/execute/index.ts";
import { agentScene, type AgentScene } from "#tests/support/scenes/agent-scene.ts";
import { callTool, type TestApi, type TestOrganization } from "#tests/support/scenes/api.ts";
import { asMember, plantMember, type NewMember } from "#tests/support/scenes/grants.ts";
import { silentLog } from "#tests/support/log.ts";
import { expectRefusal } from "#tests/support/refusal.ts";
import { signedToken, type TokenIssuer } from "#tests/support/scenes/token-issuer.ts";

const both = ["prueba:read", "prueba:write"];

let scene: AgentScene;
let api: TestApi;
let issuer: TokenIssuer;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await agentScene();
  ({ api, issuer, owner } = scene);
});
afterAll(() => api.close());

describe("an agent by its grant", () => {
  test("calls as an agent, recorded with the person and the client", async () => {
    const agent = await issuer.agent(owner.id, { scopes: ["prueba:read"] });
    const answer = await scene.readBy(agent.token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const rows = await api.database.owner("select * from audit where request_id = $1", [
      answer.body.meta["request_id"],
    ]);
    expect(rows).toMatchObject([
      {
        actor_kind: "oauth",
        actor_id: agent.grantId,
        on_behalf_of: agent.userId,
        client_id: "https://agente.sandbox.test/cliente.json",
        organization_id: owner.id,
      },
    ]);
  });

  test.each([
    ["the token", { tokenScopes: ["prueba:read"], scopes: both }],
    ["the grant", { tokenScopes: both, scopes: ["prueba:read"] }],
    ["the role", { tokenScopes: both, scopes: both, role: "member", canIssue: true }],
  ] as const)("has no more than %s gives", async (by, { scopes, ...given }) => {
    const agent = await issuer.agent(owner.id, { ...given, scopes: [...scopes] });
    if (by === "the role") {
      expect((await scene.actBy(agent.token)).status).toBe(200);
      await api.database.owner("update members set can_issue = false where user_id = $1", [
        agent.userId,
      ]);
    }
    expect((await scene.readBy(agent.token)).status).toBe(200);
    expectRefusal(await scene.actBy(agent.token), "scope_not_granted");
  });

  test("is counted per minute, and each use extends its idle end", async () => {
    const agent = await issuer.agent(owner.id, { scopes: ["prueba:read"] });
    await api.database.owner(
      "update grants set idle_ends_at = consented_at + interval '1 hour' where id = $1",
      [agent.grantId],
    );
    const answer = await scene.readBy(agent.token);
    expect(answer.headers.get("ratelimit-remaining")).toBe("599");
    const later = new Date(api.clock.now().getTime() + 24 * 3_600_000);
    await foldRateWindows({ ...api.deps, db: api.database.keeper, clock: { now: () => later } });
    const rows = await api.database.owner(
      `select idle_ends_at - last_used_at = interval '30 days' as moved from grants where id = $1`,
      [agent.grantId],
    );
    expect(rows).toEqual([{ moved: true }]);
  });
});

test.each([
  ["30 days without use", 30, []],
  ["180 days after the consent, in use all the time", 180, [25, 50, 75, 100, 125, 150, 175]],
] as const)("a grant is over %s, noted or not", async (_name, days, uses) => {
  const agent = await issuer.agent(owner.id, { scopes: ["prueba:read"] });
  const consented = api.clock.now().getTime();
  const at = (day: number) => ({ now: () => new Date(consented + day * 86_400_000) });
  const callOn = (day: number) => {
    const iat = Math.floor(at(day).now().getTime() / 1000);
    const claims = { ...issuer.claimsOf(agent.grantId, ["prueba:read"]), iat, exp: iat + 3600 };
    const token = signedToken({ alg: "EdDSA", typ: "at+jwt", kid: issuer.kid }, claims, issuer.key);
    return scene.readBy(token, createApi({ ...api.appDeps, clock: at(day) }));
  };
  for (const day of [0, ...uses]) {
    expect(await noteToken({ ...api.deps, clock: at(day) }, agent.grantId)).not.toBeNull();
  }
  expect((await callOn(days - 0.1)).status).toBe(200);
  expectRefusal(await callOn(days), "unauthorized");
});

describe("with a scope to read, a member's agent can do no more than the member", () => {
  const by = (token: string, toolId: string, input: object, connection?: string) =>
    callTool(api.app, toolId, input, { key: token, ...(connection && { connection }) });
  const newLink = { sistema: "banco_a", modo: "crear" };
  const agentOf = (given: NewMember) =>
    issuer.agent(owner.id, { scopes: ["conexiones:read", "tributario:read"], ...given });

  test("links are made and annulled by owners and admins, and by keys", async () => {
    const admin = await agentOf({ role: "admin" });
    const member = await agentOf({ role: "member", canIssue: true });
    const made = await by(admin.token, "conexiones.enlace.crear", newLink);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const annul = { enlaceId: made.body.data?.["enlaceId"] };
    const links = "select id, state from links where organization_id = $1";
    const before = await api.database.owner(links, [owner.id]);
    expectRefusal(await by(member.token, "conexiones.enlace.crear", newLink), "forbidden");
    expectRefusal(await by(member.token, "conexiones.enlace.anular", annul), "forbidden");
    expect(await api.database.owner(links, [owner.id])).toEqual(before);
    expect((await by(member.token, "conexiones.enlaces.listar", {})).status).toBe(200);
    expect((await by(admin.token, "conexiones.enlace.anular", annul)).status).toBe(200);
    const { key } = await api.key(owner.id, ["conexiones:read"]);
    expect((await by(key, "conexiones.enlace.crear", newLink)).status).toBe(200);
  });

  test("the issuer's data is only for people who may issue, and for keys", async () => {
    const connection = await api.connection(owner.id, "tributario");
    const profile = { actividad: "692000", direccion: "Av. Siempre Viva 742", ciudad: "Talca" };
    const configure = (token: string) =>
      by(token, "tributario.emisor.configurar", profile, connection);
    const profiles = "select count(*)::int as n from issuer_profiles where connection_id = $1";
    const member = await agentOf({ role: "member" });
    expectRefusal(await configure(member.token), "forbidden");
    expect(await api.database.owner(profiles, [connection])).toEqual([{ n: 0 }]);
    const issuing = await agentOf({ role: "member", canIssue: true });
    const { key } = await api.key(owner.id, ["tributario:read"]);
    expect([(await configure(issuing.token)).status, (await configure(key)).status]).toEqual([
      200, 200,
    ]);
  });
});

describe("a signed-in person", () => {
  const by = (userId: string, toolId: string, organizationId = owner.id) =>
    execute(api.deps, {
      surface: "rest",
      toolId,
      authorization: undefined,
      member: { organizationId, userId },
      address: null,
      connection: scene.connection,
      idempotencyKey: randomUUID(),
      traceLabel: undefined,
      clientLabel: undefined,
      readBody: async () => ({ input: toolId.endsWith("emitir") ? { texto: "a" } : {} }),
    });
  const read = "prueba.movimientos.consultar";
  const emit = "prueba.documento.emitir";

  test("calls in their own name, within their role", async () => {
    const admin = await plantMember(api.database, owner.id, { role: "admin" });
    const member = await plantMember(api.database, owner.id, { role: "member" });
    const seen = await by(member, read);
    expect([seen.status, (await by(admin, emit)).status]).toEqual([200, 200]);
    const refused = await by(member, emit);
    expect(refused.body).toMatchObject({ error: { code: "scope_not_granted" } });
    expect(refused.headers).not.toHaveProperty("www-authenticate");
    const actor = "select actor_kind, actor_id, on_behalf_of from audit where request_id = $1";
    expect(await api.database.owner(actor, [seen.body.meta.request_id])).toEqual([
      { actor_kind: "member", actor_id: member, on_behalf_of: null },
    ]);
  });

  test("is unknown in another organization, or after leaving", async () => {
    const person = await plantMember(api.database, owner.id);
    const { id: elsewhere } = await api.organization();
    expect((await by(person, read, elsewhere)).status).toBe(401);
    expect((await by(person, read, "*")).status).toBe(401);
    await api.database.owner("delete from members where user_id = $1", [person]);
    expect((await by(person, read)).status).toBe(401);
  });
});

describe("in another instance of the service", () => {
  let second: ReturnType<typeof createApi>;
  beforeAll(async () => {
    second = createApi(
      await buildApiDeps(api.settings, {
        clock: api.clock,
        log: silentLog,
        keys: masterKeys(Buffer.from(api.settings.masterKey, "base64")),
        queue: api.queue.queue,
        connectors: scene.connectors,
        db: api.database.db,
      }),
    );
  });

  const ends: Record<string, (by: { grantId: string; userId: string }) => Promise<unknown>> = {
    "ended by hand": ({ grantId, userId }) =>
      endGrant(asMember(api.contextOf(owner.id), userId), grantId),
    replayed: ({ grantId }) => endAnyGrant(api.deps, grantId, "replayed"),
    "whose person was removed": async ({ userId }) => {
      await withTx(api.contextOf(owner.id), (tx) => endGrantsOfMember(tx, userId));
    },
    "whose person has a new password": async ({ userId }) => {
      await withSystemTx(api.deps, (tx) => endGrantsOfPerson(tx, userId));
    },
    "whose person is no member, ended or not": ({ userId }) =>
      api.database.owner("delete from members where user_id = $1", [userId]),
  };

  test.each(Object.keys(ends))("a grant %s is 401 at the next call", async (how) => {
    const agent = await issuer.agent(owner.id, { scopes: ["prueba:read"] });
    expect((await scene.readBy(agent.token, second)).status).toBe(200);
    await ends[how]?.(agent);
    expectRefusal(await scene.readBy(agent.token, second), "unauthorized");
  });

  test("a narrowed or demoted one is 403 at the next call", async () => {
    const narrowed = await issuer.agent(owner.id, { scopes: [...both, "core:read"] });
    const demoted = await issuer.agent(owner.id, { scopes: both, role: "admin" });
    const write = (key: string) => scene.actBy(key, second);
    for (const { token } of [narrowed, demoted]) expect((await write(token)).status).toBe(200);
    const person = asMember(api.contextOf(owner.id), narrowed.userId);
    await narrowGrant(person, narrowed.grantId, { scopes: ["core:read"] });
    await api.database.owner("update members set role = 'member' where user_id = $1", [
      demoted.userId,
    ]);
    for (const { token } of [narrowed, demoted]) {
      expectRefusal(await write(token), "scope_not_granted");
    }
    expectRefusal(await scene.readBy(narrowed.token, second), "scope_not_granted");
    expect((await scene.readBy(demoted.token, second)).status).toBe(200);
  });
});
