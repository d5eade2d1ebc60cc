import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acts } from "#functions/workers/acts.ts";
import { ensureDatabase } from "#infra/local/postgres.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { createLog } from "#lib/kernel/log.ts";
import { lazyConnectors } from "#lib/tools/lazy-connectors.ts";
import { revokeAnyApiKey } from "#lib/identity/index.ts";
import { beginRestore, finishRestore } from "#lib/restore/index.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { pgPrograms, type PgPrograms } from "#tests/support/databases/pg-programs.ts";
import { replay } from "#tests/support/played/replay.ts";
import { invoice } from "#tests/support/scenes/tributario-scene.ts";
import { serverOfRun } from "#tests/support/servers/server-of-run.ts";
import { answerOf } from "./emission-histories/history.ts";
import { openLane, type Call, type Client, type Lane } from "./emission-histories/lane.ts";

// A dump, restored after more was done: nothing is done twice, and what was revoked stays revoked.

const file = path.join(tmpdir(), `connect-restored-${randomBytes(6).toString("hex")}.dump`);
const lines: string[] = [];

let programs: PgPrograms;
let before: Lane;
let lane: Lane;
let clients: [Client, Client];
let revoked: Client;
let point: Date;
/** Emitted before the point, on its way at the point, and emitted after it. */
const keys = { done: randomUUID(), waiting: randomUUID(), later: randomUUID() };
const refs: Record<keyof typeof keys, unknown> = { done: null, waiting: null, later: null };
/** Previewed before the point, and never emitted. */
let leftPreview: unknown;

beforeAll(async () => {
  programs = await pgPrograms();
  before = await openLane();
  ({ clients } = await before.newCompany(false));
  const [client, other] = clients;
  revoked = other;
  refs.done = await previewed(before, client, 1_000);
  expect(await emitted(before, client, "done")).toBe("stored");
  refs.waiting = await previewed(before, client, 2_000);
  const { nextSent } = before.queue;
  const waiting = before.call(client, "dte.emitir", refs.waiting, { key: keys.waiting });
  await nextSent;
  leftPreview = await previewed(before, client, 4_000, waiting);
  point = before.api.clock.now();
  const dumped = await urlOf(new URL(before.api.database.url).pathname.slice(1));
  run(programs.pgDump, "--format=custom", `--file=${file}`, `--dbname=${dumped}`);

  await finish(before, [waiting]);
  refs.later = await previewed(before, client, 3_000);
  expect(await emitted(before, client, "later")).toBe("stored");
  const { deps, clock } = before.api;
  const write = (line: string) => void lines.push(line);
  const log = createLog({ level: "info", write, now: () => clock.now() });
  await revokeAnyApiKey({ ...deps, log }, await idOf(revoked.key));
  lane = await restored();
});
afterAll(async () => {
  await rm(file, { force: true });
  await programs.remove();
  await lane.api.close();
  await before.api.close();
});

async function urlOf(name: string): Promise<string> {
  const { serverUrl } = await serverOfRun("postgres");
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString();
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

/** The service over the database restored from the dump, with the same office outside. */
async function restored(): Promise<Lane> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const { serverUrl } = await serverOfRun("postgres");
  const url = await ensureDatabase(serverUrl, name);
  run(programs.pgRestore, "--exit-on-error", `--dbname=${url}`, file);
  const database = await testDatabase({ max: 6, name });
  const opened = await openLane({ database, secrets: before.api.settings });
  opened.office = before.office;
  opened.api.clock.moveTo(new Date(before.api.clock.now().getTime() + 60_000));
  return opened;
}

async function idOf(key: string): Promise<string> {
  const [row] = await before.api.database.owner("select id from api_keys where hint = $1", [
    key.slice(-4),
  ]);
  return String(row?.["id"]);
}

async function finish({ queue, deliver }: Lane, calls: Call[]): Promise<void> {
  const ended = Promise.all(calls.map(({ process }) => process.stopped));
  while (calls.some(({ process }) => process.state === "alive")) {
    const { nextSent } = queue;
    if (queue.messages.length === 0) await Promise.race([nextSent, ended]);
    for (const jobId of queue.messages.splice(0)) await deliver(jobId).stopped;
  }
}

/** Another job keeps waiting. */
async function previewed(at: Lane, client: Client, net: number, waiting?: Call): Promise<unknown> {
  const held = waiting === undefined ? [] : at.queue.messages.splice(0);
  const call = at.call(client, "dte.previsualizar", invoice(net));
  await finish(at, [call]);
  at.queue.messages.push(...held);
  return { previewRef: answerOf(call).body.data?.["previewRef"] };
}

async function warnings(client: Client, net: number): Promise<unknown> {
  const call = lane.call(client, "dte.previsualizar", invoice(net));
  await finish(lane, [call]);
  return answerOf(call).body.data?.["advertencias"];
}

async function told(at: Lane, client: Client, input: unknown, key: string): Promise<string> {
  const call = at.call(client, "dte.emitir", input, { key });
  await finish(at, [call]);
  const { body } = answerOf(call);
  return body.error?.code ?? String(body.meta["idempotency"]);
}

const emitted = (at: Lane, client: Client, which: keyof typeof keys): Promise<string> =>
  told(at, client, refs[which], keys[which]);

const sends = (): number => [...before.office.sends.values()].reduce((sum, one) => sum + one, 0);

test("after begin nothing is sent again: not under a repeated key, not by a waiting job, not from an old preview", async () => {
  const [client] = clients;
  expect(sends()).toBe(3);
  const { deps, database } = lane.api;
  const begun = await beginRestore({ ...deps, db: database.keeper }, acts);
  // Including that of the waiting one: its operation had not begun.
  expect(begun).toEqual({ unknown: 1, previews: 2 });

  expect(await emitted(lane, client, "done")).toBe("replayed");
  expect(await emitted(lane, client, "later")).toBe("tributario_preview_token_invalid");
  const [waiting] = await database.owner(
    "select job_id as id from operations where state = 'unknown'",
  );
  await lane.deliver(String(waiting?.["id"])).stopped;
  expect(await told(lane, client, leftPreview, randomUUID())).toBe(
    "tributario_preview_token_expired",
  );
  const anew = await previewed(lane, client, 5_000);
  expect(await told(lane, client, anew, randomUUID())).toBe("service_unavailable");
  expect(sends()).toBe(3);

  // The list shows one that looks like what waited then, and it may be an older one.
  expect(await emitted(lane, client, "waiting")).toBe("tributario_emission_outcome_unknown");
  expect(sends()).toBe(3);
});

test("replay revokes again what was revoked after the point", async () => {
  const call = async (): Promise<number> => {
    const asked = lane.call(revoked, "emisor.consultar", {});
    await finish(lane, [asked]);
    return answerOf(asked).status;
  };
  expect(await call()).not.toBe(401);
  const never = {
    event: "act.done",
    at: point.toISOString(),
    act: "grant.ended",
    subject: "grt_1",
  };
  const byHand = { event: "admin.done", at: point.toISOString(), command: "connector pause" };
  // Forgotten before the point, and handed over again since: the database has the later one.
  const before = {
    event: "act.done",
    at: new Date(point.getTime() - 1_000).toISOString(),
    act: "key.revoked",
    subject: await idOf(clients[0].key),
  };
  const read = [never, byHand, before, { ...byHand, at: before.at }].map((one) =>
    JSON.stringify(one),
  );
  const log = { lines: [...lines, "REPORT RequestId: 1", ...read], since: point };
  const replayed = await replay(lane.api, log);
  expect(replayed).toEqual({
    done: 1,
    unknown: 1,
    byHand: [`${point.toISOString()} connector pause`],
  });
  expect(await call()).toBe(401);
  expect(await replay(lane.api, log)).toMatchObject({ done: 1 });
});

test("finish waits for every list, reports what the ledger lacks, and then allows documents to be issued", async () => {
  const [client] = clients;
  const { deps, database, clock } = lane.api;
  const offered = (id: string) =>
    lazyConnectors.find(({ manifest }) => manifest.id === id)?.manifest.alcances ?? [];
  const restore = { point, begunAt: clock.now(), offered };
  const periodo = periodoOf(before.api.clock.now());
  const first = await finishRestore(deps, restore);
  expect(first).toMatchObject({ finished: false });
  const queued =
    "select alcances, periodo from sync_jobs where kind = 'sync' and status = 'queued'";
  expect(await database.owner(queued)).toContainEqual({ alcances: ["dte", "boletas"], periodo });
  // Called again it starts nothing twice.
  expect(await finishRestore(deps, restore)).toEqual(first);

  await database.owner(
    `insert into coverage (organization_id, connection_id, alcance, periodo, status, incompletos, read_at, job_id)
     select c.organization_id, c.id, a, p.periodo, 'ok', 0, $1, 'sjb_1' from connections c, unnest(array['dte', 'boletas']) a,
       (select distinct periodo from sync_jobs where kind = 'sync' and status = 'queued') p
     on conflict (connection_id, alcance, periodo) do update set read_at = excluded.read_at`,
    [clock.now()],
  );
  for (const { folio, type, date, receiver, total } of before.office.issued) {
    await database.owner(
      `insert into records (organization_id, connection_id, dataset, id, periodo, sort_key, payload, read_at)
       select organization_id, id, 'tributario.dte', $2, $3, $2, $4, $5 from connections where id = $1`,
      [
        client.connection,
        `${type}|${folio}`,
        date.slice(0, 7),
        { tipoDte: type, folio, fecha: date, rutContraparte: receiver, montoTotal: total },
        clock.now(),
      ],
    );
  }
  const finished = await finishRestore(deps, restore);
  const issued = (net: number) => before.office.issued.find((one) => one.net === net);
  const later = issued(3_000);
  expect(finished).toMatchObject({
    finished: true,
    unreadable: [],
    lacking: [issued(2_000), later].map((one) => ({
      connection: client.connection,
      document: `${one?.type}|${one?.folio}`,
    })),
  });
  // A preview of the same document says so, one with another total does not.
  expect(await warnings(client, 3_000)).toEqual([
    expect.stringContaining(`folio ${later?.folio} del ${later?.date}`),
  ]);
  expect(await warnings(client, 1_000)).toEqual([]);
  const anew = await previewed(lane, client, 6_000);
  expect(await told(lane, client, anew, randomUUID())).toBe("stored");
  expect(sends()).toBe(4);
});
