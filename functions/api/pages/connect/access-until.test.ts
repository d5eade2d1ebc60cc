import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, startOfDay, todayInSantiago } from "#lib/chile/index.ts";
import { lockConnections } from "#lib/connections/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { brokerOver, expireAccess } from "#lib/links/index.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { linkScene, type LinkScene } from "#tests/support/scenes/links.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

let scene: LinkScene;
let owner: TestOrganization;
let ender: Parameters<typeof expireAccess>[0];
beforeAll(async () => {
  scene = await linkScene();
  ender = { ...scene.deps, onJobEnded: emitSyncEnded };
  owner = await scene.organization();
});
afterAll(() => scene.close());

const today = () => todayInSantiago(scene.clock.now());
const rows = (text: string, ...values: unknown[]) => scene.database.owner(text, values);

async function connect(input: Record<string, unknown>): Promise<string> {
  const link = await scene.makeLink(owner, input);
  await scene.submit(link.token);
  return (await scene.succeed(link.id)).connectionId;
}

const kept = async (id: string) =>
  (
    await rows(
      `select n.credencial, c.sealed is not null as sealed,
         (select ended from consents where connection_id = n.id order by agreed_at desc, id desc limit 1) as ended
       from connections n left join credentials c on c.connection_id = n.id where n.id = $1`,
      id,
    )
  )[0];

/** What the connection's organization reads about it. */
async function told(id: string): Promise<unknown> {
  const { body } = await callTool(scene.app, "conexiones.estado.consultar", {}, owner);
  const all = body.data?.["conexiones"] as Record<string, unknown>[];
  const found = all.find((one) => one["id"] === id);
  return [found?.["credencial"], found?.["accesoHasta"]];
}

const queued = (connectionId: string, periodo = "2026-08"): Promise<string> =>
  scene.queueSync(owner.id, connectionId, periodo);

/** What a worker would get to log in with, if it had a job. */
async function opened(connectionId: string): Promise<unknown> {
  const id = await queued(connectionId);
  await rows("update sync_jobs set status = 'running' where id = $1", id);
  const fields = await brokerOver(scene.deps).open({ id, token: 0 });
  await rows("update sync_jobs set status = 'succeeded', finished_at = now() where id = $1", id);
  return fields;
}

test("the day on the page is the last one: then the password opens nothing and is erased", async () => {
  const accesoHasta = addDays(today(), 40);
  const link = await scene.makeLink(owner, { accesoHasta });
  const page = await (await scene.app.request(`/connect/${link.token}`)).text();
  const [year, month, day] = accesoHasta.split("-").map(Number);
  const name = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).toLocaleDateString("es-CL", {
    month: "long",
    timeZone: "UTC",
  });
  expect(page).toContain(`Dura hasta el ${day} de ${name} de ${year}: al terminar ese día`);
  await scene.submit(link.token);
  const { connectionId } = await scene.succeed(link.id);

  const end = startOfDay(addDays(accesoHasta, 1));
  scene.clock.moveTo(new Date(end.getTime() - 600_000));
  expect(await opened(connectionId)).not.toBeNull();
  expect(await expireAccess(ender)).toBe(0);
  expect(await kept(connectionId)).toEqual({ credencial: "viva", sealed: true, ended: null });
  expect(await told(connectionId)).toEqual(["viva", accesoHasta]);

  scene.clock.moveTo(end);
  expect(await opened(connectionId)).toBeNull();
  expect(await expireAccess(ender)).toBe(1);
  expect(await kept(connectionId)).toEqual({
    credencial: "expirada",
    sealed: false,
    ended: "vencido",
  });
  expect(await expireAccess(ender)).toBe(0);
  expect(await told(connectionId)).toEqual(["expirada", accesoHasta]);
});

test("a person who connects again agrees anew: until another day, or until they end it", async () => {
  const connectionId = await connect({ accesoHasta: addDays(today(), 10) });
  await connect({
    modo: "reconectar",
    conexionId: connectionId,
    accesoHasta: addDays(today(), 30),
  });
  scene.clock.moveTo(startOfDay(addDays(today(), 12)));
  expect(await expireAccess(ender)).toBe(0);
  const link = await scene.makeLink(owner, { modo: "reconectar", conexionId: connectionId });
  const page = await (await scene.app.request(`/connect/${link.token}`)).text();
  expect(page).toContain("Dura hasta que lo cortes");
  expect(await told(connectionId)).toEqual(["viva", expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
  await scene.submit(link.token);
  await scene.succeed(link.id);
  expect(await told(connectionId)).toEqual(["viva", null]);
  scene.clock.moveTo(startOfDay(addDays(today(), 400)));
  expect(await expireAccess(ender)).toBe(0);
  expect(await opened(connectionId)).not.toBeNull();
});

test("after the last day a waiting login is canceled, and a running one has failed", async () => {
  const connectionId = await connect({ accesoHasta: addDays(today(), 10) });
  const jobId = await queued(connectionId);
  const runs = await queued(connectionId, "2026-07");
  await rows("update sync_jobs set status = 'running', started_at = now() where id = $1", runs);
  scene.clock.moveTo(startOfDay(addDays(today(), 12)));
  expect(await expireAccess(ender)).toBe(1);
  const last_error = "connection_credential_required";
  const ends = "select status, last_error from sync_jobs where id = $1";
  expect(await rows(ends, jobId)).toEqual([{ status: "canceled", last_error }]);
  expect(await rows(ends, runs)).toEqual([{ status: "failed", last_error }]);
  expect(
    await rows(
      "select type from webhook_events where connection_id = $1 and type like 'sync.%'",
      connectionId,
    ),
  ).toEqual([{ type: "sync.failed" }]);
});

test("a credential handed over while the old one is being erased is kept", async () => {
  const connectionId = await connect({ accesoHasta: addDays(today(), 10) });
  scene.clock.moveTo(startOfDay(addDays(today(), 12)));
  const erasing = await withSystemTx(scene.deps, async (tx) => {
    await lockConnections(tx, [connectionId]);
    const expiring = expireAccess(ender);
    const waits =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await pollUntil(
      () => rows(waits),
      (found) => found.length > 0,
      30,
    );
    await rows("update credentials set access_until = null where connection_id = $1", connectionId);
    return { expiring };
  });
  expect(await erasing.expiring).toBe(0);
  expect(await kept(connectionId)).toEqual({ credencial: "viva", sealed: true, ended: null });
});

test.each([
  ["the day on which the link ends", 1, "too_small"],
  ["a day that is past", -3, "too_small"],
  ["more than twelve months", 367, "too_large"],
])("%s is refused", async (_, days, code) => {
  const input = { sistema: "banco_prueba", modo: "crear", accesoHasta: addDays(today(), days) };
  const { status, body } = await callTool(scene.app, "conexiones.enlace.crear", input, owner);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(`"code":"${code}"`);
  expect(JSON.stringify(body)).toContain('"accesoHasta"');
});

test("twelve months are accepted", async () => {
  await expect(
    scene.makeLink(owner, { accesoHasta: addDays(today(), 365) }),
  ).resolves.toBeDefined();
});
