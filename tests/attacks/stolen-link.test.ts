import { afterAll, beforeAll, expect, test } from "vitest";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import { endAnyGrant, revokeAnyApiKey } from "#lib/identity/index.ts";
import { changeMember, removeMember } from "#lib/identity/people/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { asMember, plantMember } from "#tests/support/scenes/grants.ts";
import { company, linkScene, type LinkScene, type MadeLink } from "#tests/support/scenes/links.ts";
import { tokenIssuer, type Agent, type TokenIssuer } from "#tests/support/scenes/token-issuer.ts";

/*
 * A link whose URL reached the wrong person, or that a stolen key made, is still open when its organization
 * notices.
 */

let scene: LinkScene;
let issuer: TokenIssuer;
beforeAll(async () => {
  scene = await linkScene();
  issuer = await tokenIssuer(scene);
});
afterAll(() => scene.close());

const list = async ({ key }: { key: string }, input: Record<string, unknown> = {}) =>
  (await callTool(scene.app, "conexiones.enlaces.listar", input, { key })).body;
const annul = ({ key }: { key: string }, enlaceId: string) =>
  callTool(scene.app, "conexiones.enlace.anular", { enlaceId }, { key });
const pageOf = async ({ token }: MadeLink) => (await scene.app.request(`/connect/${token}`)).status;

async function statesOf(owner: { key: string }): Promise<unknown[]> {
  const { data = {} } = await list(owner);
  return (data["enlaces"] as { estado: string }[]).map(({ estado }) => estado);
}

async function connectionsOf(owner: TestOrganization): Promise<number> {
  const count = "select from connections where organization_id = $1";
  return (await scene.database.owner(count, [owner.id])).length;
}

test("links are listed by state, newest first and page by page, and never with their URL", async () => {
  const owner = await scene.organization();
  const links = [await scene.makeLink(owner), await scene.makeLink(owner)];
  const third = await scene.makeLink(owner);
  await annul(owner, third.id);
  const whole = await list(owner);
  expect(whole.data).toMatchObject({
    enlaces: [
      { enlaceId: third.id, estado: "anulado" },
      { enlaceId: links[1]?.id, estado: "abierto", conexionId: null },
      { enlaceId: links[0]?.id, sistema: "banco_prueba", modo: "crear" },
    ],
    cursor: null,
  });
  const secrets = [...links, third].map(({ token }) => token);
  expect(secrets.filter((token) => JSON.stringify(whole).includes(token))).toEqual([]);

  const one = await list(owner, { estado: "abierto", limit: 1 });
  expect(one.data).toMatchObject({ enlaces: [{ enlaceId: links[1]?.id }] });
  const cursor = one.data?.["cursor"];
  const two = await list(owner, { estado: "abierto", limit: 1, cursor });
  expect(two.data).toMatchObject({ enlaces: [{ enlaceId: links[0]?.id }], cursor: null });
  const foreign = await list(owner, { limit: 1, cursor });
  expect(foreign.error?.details).toMatchObject({ issues: [{ code: "wrong_format" }] });
});

test("every state of a link is distinguishable", async () => {
  const owner = await scene.organization();
  const [used, tried, spent, open] = [
    await scene.makeLink(owner),
    await scene.makeLink(owner),
    await scene.makeLink(owner),
    await scene.makeLink(owner),
  ];
  await scene.submit(used.token);
  await scene.succeed(used.id);
  for (let time = 0; time < 2; time++) {
    await scene.submit(spent.token);
    await scene.fail(spent.id, "clave_rechazada");
  }
  await scene.submit(tried.token);
  expect(await statesOf(owner)).toEqual(["abierto", "agotado", "verificando", "usado"]);
  await annul(owner, open.id);
  scene.clock.advance(8 * 24 * 3_600_000);
  expect(await statesOf(owner)).toEqual(["anulado", "vencido", "verificando", "usado"]);
});

test("an annulled link accepts nothing, and annulling it again changes nothing", async () => {
  const owner = await scene.organization();
  const link = await scene.makeLink(owner);
  const answer = await annul(owner, link.id);
  expect(answer.body.data).toEqual({ enlaceId: link.id, estado: "anulado" });
  expect((await annul(owner, link.id)).status).toBe(200);
  expect(await pageOf(link)).toBe(410);
  expect(await scene.submit(link.token)).toMatchObject({
    kind: "closed",
    link: { kind: "annulled" },
  });
});

test("a used link cannot be annulled, and a stranger's is unknown", async () => {
  const [owner, stranger] = [await scene.organization(), await scene.organization()];
  const link = await scene.makeLink(owner);
  const unknown = await annul(stranger, "cs_01k2ap4m7c5xj0h8rztwq6e9vd");
  const foreign = await annul(stranger, link.id);
  expect(foreign.body.error?.details).toEqual(unknown.body.error?.details);
  expect(foreign.body.error?.details).toMatchObject({ issues: [{ code: "invalid_choice" }] });
  expect((await annul(stranger, "nada")).body.error?.details).toEqual(unknown.body.error?.details);
  expect(await pageOf(link)).toBe(200);
  await scene.submit(link.token);
  await scene.succeed(link.id);
  const used = await annul(owner, link.id);
  expect(used.body.error?.details).toMatchObject({ issues: [{ code: "not_allowed" }] });
});

/** The worker over a portal that accepts; `during` runs while it logs in. */
async function run(link: MadeLink, during: () => Promise<unknown>): Promise<number> {
  const { jobId } = await scene.jobOf(link.id);
  let logins = 0;
  const worker = createSyncWorker({
    ...scene.deps,
    openPortal: async () => ({
      driver: {
        login: async (_fields, _rut, { submitting }) => {
          await submitting();
          logins += 1;
          await during();
          return { kind: "ok", company };
        },
        read: () => Promise.reject(new Error("a link reads nothing")),
        logout: () => Promise.resolve(),
      },
      evidence: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    }),
  });
  await worker({ Records: [{ messageId: "one", body: JSON.stringify({ jobId }) }] }, 300_000);
  const [job] = await scene.database.owner("select status from sync_jobs where id = $1", [jobId]);
  expect(["succeeded", "failed", "canceled"]).toContain(job?.["status"]);
  return logins;
}

test("a try that has not begun when its link is annulled is never made", async () => {
  const owner = await scene.organization();
  const link = await scene.makeLink(owner);
  await scene.submit(link.token);
  await annul(owner, link.id);
  expect(await run(link, () => Promise.resolve())).toBe(0);
  expect(await connectionsOf(owner)).toBe(0);
});

test.each(["annulled", "of a revoked key", "of an ended grant"] as const)(
  "a try in progress stores nothing for a link that is meanwhile %s",
  async (how) => {
    const owner = await scene.organization();
    const agent = await issuer.agent(owner.id, { scopes: ["conexiones:read"] });
    const key = how === "of an ended grant" ? agent.token : owner.key;
    const link = await scene.makeLink({ ...owner, key });
    await scene.submit(link.token);
    const ends = {
      annulled: () => annul(owner, link.id),
      "of a revoked key": () => revokeAnyApiKey(scene.deps, owner.keyId),
      "of an ended grant": () => endAnyGrant(scene.deps, agent.grantId, "revoked"),
    };
    expect(await run(link, ends[how])).toBe(1);
    expect(await connectionsOf(owner)).toBe(0);
    const row = "select state, sealed, connection_id from links where id = $1";
    expect(await scene.database.owner(row, [link.id])).toEqual([
      { state: "annulled", sealed: null, connection_id: null },
    ]);
  },
);

test("a grant's links end with it, by hand or by expiry, and no other grant's", async () => {
  const owner = await scene.organization();
  const agentAt = (clientId: string) =>
    issuer.agent(owner.id, { scopes: ["conexiones:read"], clientId });
  const [ended, idle, other] = [await agentAt("uno"), await agentAt("dos"), await agentAt("tres")];
  const linkOf = ({ token }: Agent) => scene.makeLink({ ...owner, key: token });
  const first = await linkOf(ended);
  const [second, third] = [await linkOf(idle), await linkOf(other)];
  await endAnyGrant(scene.deps, ended.grantId, "replayed");
  await scene.database.owner("update grants set idle_ends_at = now() where id = $1", [
    idle.grantId,
  ]);
  expect(await statesOf(owner)).toEqual(["abierto", "anulado", "anulado"]);
  expect([await pageOf(first), await pageOf(second), await pageOf(third)]).toEqual([410, 410, 200]);
});

test.each(["removed", "demoted"] as const)(
  "links of a person who is %s end then, whether made by hand or by an agent, and nobody else's",
  async (how) => {
    const owner = await scene.organization();
    const agent = await issuer.agent(owner.id, { role: "admin", scopes: ["conexiones:read"] });
    const boss = await plantMember(scene.database, owner.id);
    const byHand = (userId: string) => scene.makeLinkByHand(owner.id, userId);
    const [own, other] = [await byHand(agent.userId), await byHand(boss)];
    const agents = await scene.makeLink({ ...owner, key: agent.token });
    expect((await scene.submit(own.token)).kind).toBe("started");
    expect(await statesOf(owner)).toEqual(["abierto", "abierto", "verificando"]);
    const by = { ...scene.deps, ...asMember(scene.contextOf(owner.id), boss) };
    const ends = {
      removed: () => removeMember(by, agent.userId),
      demoted: () => changeMember(by, agent.userId, { role: "member", canIssue: true }),
    };
    expect(await run(own, ends[how])).toBe(1);
    expect(await connectionsOf(owner)).toBe(0);
    expect(await statesOf(owner)).toEqual(["anulado", "abierto", "anulado"]);
    expect([await pageOf(own), await pageOf(agents), await pageOf(other)]).toEqual([410, 410, 200]);
  },
);

test("a key's links end when it is revoked or expires, and no other key's", async () => {
  const owner = await scene.organization();
  const in2Hours = new Date(scene.clock.now().getTime() + 2 * 3_600_000).toISOString();
  const thief = await scene.key(owner.id, ["conexiones:read"]);
  const brief = await scene.key(owner.id, ["conexiones:read"], in2Hours);
  const own = await scene.makeLink(owner);
  const stolen = await scene.makeLink({ ...owner, key: thief.key, keyId: thief.id });
  const short = await scene.makeLink({ ...owner, key: brief.key, keyId: brief.id });
  await revokeAnyApiKey(scene.deps, thief.id);
  expect(await statesOf(owner)).toEqual(["abierto", "anulado", "abierto"]);
  expect([await pageOf(stolen), await pageOf(own)]).toEqual([410, 200]);
  scene.clock.advance(3 * 3_600_000);
  expect(await statesOf(owner)).toEqual(["anulado", "anulado", "abierto"]);
  expect((await scene.submit(short.token)).kind).toBe("closed");
});
