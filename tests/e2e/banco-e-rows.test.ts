import { afterAll, beforeAll, expect, test } from "vitest";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { bankReader, type BankReader, type Row } from "#tests/support/portals/bank-reader.ts";
import { syncScene, workerLimitMs, type SyncScene } from "#tests/support/scenes/sync-scene.ts";

let scene: SyncScene;
let owner: TestOrganization;
let bank: BankReader;
beforeAll(async () => {
  scene = await syncScene();
  owner = await scene.organization();
  bank = await bankReader(scene, owner, "banco_e");
});
afterAll(() => scene?.close());

const faults = "/portals/banco_e/faults";
/** The last whole October: what a month holds goes by the calendar. */
function past() {
  let periodo = addMonths(periodoOf(scene.clock.now()), -1);
  while (!periodo.endsWith("10")) periodo = addMonths(periodo, -1);
  return periodo;
}

async function log(): Promise<Record<string, number>> {
  const { body } = await scene.sandbox.control<Record<string, number>>(
    "GET",
    "/portals/banco_e/log",
  );
  return body;
}

test("a sync that nobody approves releases its worker, and continues when somebody does", async () => {
  await scene.sandbox.control("POST", faults, {
    kind: "device_approval_pending",
    delayMs: 600_000,
  });
  const worker = createSyncWorker({
    ...scene.workerDeps,
    openPortal: (connector, given) =>
      scene.workerDeps.openPortal(connector, { ...given, approvalWaitMs: 500 }),
  });
  const asked = { periodo: past(), alcances: ["movimientos"] };
  const jobId = await scene.requestSync(owner, bank.connection, asked, "banco_e");
  const message = { messageId: "1", body: JSON.stringify({ jobId }) };
  await worker({ Records: [message] }, workerLimitMs);
  const waiting = await scene.job(jobId);
  expect(waiting).toMatchObject({ status: "queued", attempts: 1 });
  expect(new Date(String(waiting.notBefore)).getTime()).toBeGreaterThan(
    scene.clock.now().getTime(),
  );
  expect(await log()).toMatchObject({ logins: 0, logouts: 0, max_sessions: 0 });

  await scene.sandbox.control("DELETE", faults);
  await scene.untilEnded(jobId);
  expect(await scene.job(jobId)).toMatchObject({ status: "succeeded", attempts: 2 });
  expect(await log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
}, 60_000);

test("its rows are those of the bank, newest first, page by page", async () => {
  const periodo = past();
  const rows = await bank.readAll("movimientos", { periodo });
  expect(rows).toHaveLength((await bank.truth("movimientos", periodo)).length);
  const days = rows.map((row) => String(row["fecha"]));
  expect(days).toEqual(days.toSorted().toReversed());
  const input = { periodo, desde: `${periodo}-28` };
  const few = await bank.readAll("movimientos", input);
  expect(few.length).toBeGreaterThan(7);
  expect(await bank.readAll("movimientos", { ...input, limit: 7 })).toEqual(few);
  expect(rows.some((row) => row["saldoContable"] === null)).toBe(true);
});

test("a live call that nobody approves answers connection_session_pending", async () => {
  await scene.sandbox.control("POST", faults, {
    kind: "device_approval_pending",
    delayMs: 600_000,
  });
  const ended = new AbortController();
  const call = { key: owner.key, connection: bank.connection };
  const answer = callTool(scene.app, "banco_e.conexion.verificar", {}, call).finally(() =>
    ended.abort(),
  );
  while (!ended.signal.aborted) await scene.takeMessages();
  expect((await answer).status).toBe(409);
  expect((await answer).body.error).toMatchObject({ code: "connection_session_pending" });
  await scene.sandbox.control("DELETE", faults);
  expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
}, 40_000);

test("a provisional purchase is replaced by the final one, and both never count together", async () => {
  const provisional = (rows: readonly Row[], field: string) =>
    rows.filter((row) => row[field] === "COMPRA POR CONFIRMAR");
  const monthNow = () => periodoOf(scene.clock.now());
  const fewOf = async () => provisional(await bank.truth("movimientos", monthNow()), "glosa");
  // Later in a month a weekend's purchases are a small part of it.
  while (scene.clock.now().getUTCDate() < 15 || (await fewOf()).length === 0) scene.advance(21_600);
  const periodo = monthNow();
  await bank.sync(periodo, ["movimientos"]);
  const before = await bank.readAll("movimientos", { periodo });
  const waiting = provisional(before, "descripcion");
  expect(waiting).toHaveLength((await fewOf()).length);

  scene.advance(5 * 86_400);
  expect(await bank.sync(periodo, ["movimientos"])).toMatchObject([{ status: "ok" }]);
  const truth = await bank.truth("movimientos", periodo);
  const after = await bank.readAll("movimientos", { periodo });
  expect(after).toHaveLength(truth.length);
  const ids = new Set(after.map(({ id }) => id));
  expect(waiting.filter(({ id }) => ids.has(id))).toEqual([]);
  const all = await bank.readAll("movimientos", { periodo, incluirRetirados: true });
  const gone = all.filter((row) => row["retiradoEn"] !== null);
  expect(new Set(gone.map(({ id }) => id))).toEqual(new Set(waiting.map(({ id }) => id)));
  expect(gone).toHaveLength(waiting.length);
}, 90_000);
