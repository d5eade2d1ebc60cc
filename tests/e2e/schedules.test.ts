import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addMonths, periodoOf, type Periodo } from "#lib/chile/index.ts";
import { startTestLocal, type TestLocal } from "#tests/support/scenes/start-test-local.ts";

let folder: string;
let local: TestLocal;
let connection: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "connect-schedules-"));
  local = await startTestLocal(folder);
  const { banco_a: own = "", ...others } = local.own.connections;
  connection = own;
  for (const id of Object.values(others)) {
    await local.control("PATCH", `/connections/${id}`, { disabled: true });
  }
  // The shortest of the bank's months, far from the days on which two periods are due.
  await moveTo(new Date(Date.UTC(new Date().getUTCFullYear() + 1, 1, 12, 15)));
  await allEnded();
});
afterAll(async () => {
  await local.close();
  await rm(folder, { recursive: true, force: true });
});

interface Job {
  id: string;
  status: string;
  periodo: Periodo;
  trigger: string;
  alcances: string[];
  last_error: string | null;
  request_id: string;
}

async function moveTo(instant: Date): Promise<void> {
  await local.control("POST", "/clock", { now: instant.toISOString() });
}

async function clock(): Promise<Date> {
  const { now } = await local.control<{ now: string }>("GET", "/clock");
  return new Date(now);
}

async function jobs(): Promise<Job[]> {
  const { body } = await local.get(`/v1/syncs?connection_id=${connection}&limit=100`);
  return body.data as unknown as Job[];
}

async function connectionNow(): Promise<Record<string, unknown>> {
  const { body } = await local.call("conexiones.estado.consultar", {});
  const all = body.data?.["conexiones"] as Record<string, unknown>[];
  return all.find(({ id }) => id === connection) ?? {};
}

async function nextRun(): Promise<Date> {
  return new Date(String((await connectionNow())["proximaSincronizacionEn"]));
}

const allEnded = (): Promise<void> =>
  vi.waitFor(
    async () => {
      for (const { status } of await jobs()) expect(status).not.toMatch(/^(queued|running)$/);
    },
    { timeout: 60_000, interval: 250 },
  );

const hours = 3_600_000;

test("when its time has come, a connection syncs the current period automatically", async () => {
  const known = (await jobs()).length;
  const before = await clock();
  const next = await nextRun();
  expect(next.getTime()).toBeGreaterThan(before.getTime());
  expect(next.getTime() - before.getTime()).toBeLessThanOrEqual(6 * hours);
  await moveTo(new Date(next.getTime() - 60_000));
  expect(await jobs()).toHaveLength(known);

  await moveTo(next);
  const periodo = periodoOf(next);
  expect((await jobs()).slice(0, -known)).toMatchObject([
    { trigger: "scheduled", periodo, alcances: ["saldos", "movimientos"] },
  ]);
  expect((await nextRun()).getTime()).toBe(next.getTime() + 6 * hours);
  await allEnded();
  const [job] = await jobs();
  expect(job).toMatchObject({ status: "succeeded", last_error: null });
  expect(await connectionNow()).toMatchObject({ datosListos: true });
  const { rows } = await local.control<{ rows: unknown[] }>(
    "GET",
    `/audit?request_id=${job?.request_id}`,
  );
  expect(rows).toMatchObject([
    {
      operation: "banco_a.conexion.sincronizar",
      actorKind: "system",
      actorId: "schedule",
      outcome: "ok",
    },
  ]);
}, 90_000);

test("in the first five days of a month it also syncs the previous month", async () => {
  const known = (await jobs()).length;
  const now = await clock();
  const second = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12));
  await moveTo(second);
  const added = (await jobs()).slice(0, -known);
  const current = periodoOf(second);
  expect(added.map(({ periodo }) => periodo).toSorted()).toEqual([addMonths(current, -1), current]);
  const past = added.find(({ periodo }) => periodo !== current);
  expect(past?.alcances).toEqual(["movimientos"]);
  await allEnded();
  expect((await jobs()).map(({ status }) => status)).toEqual(
    Array.from({ length: known + 2 }, () => "succeeded"),
  );
}, 90_000);

test("a password that was rejected once is not tried again until a new one comes", async () => {
  await local.control("POST", "/reset");
  await local.control("POST", "/portals/banco_a/faults", { kind: "wrong_password", times: 9 });
  const known = (await jobs()).length;
  const now = await clock();
  const twelfth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 12, 12));
  await moveTo(twelfth);
  await allEnded();
  expect((await jobs())[0]).toMatchObject({
    status: "failed",
    last_error: "connection_credential_required",
  });
  await moveTo(new Date(twelfth.getTime() + 48 * hours));
  expect(await jobs()).toHaveLength(known + 1);
  expect(await connectionNow()).toMatchObject({
    credencial: "rechazada",
    estado: "requiere_credencial",
    proximaSincronizacionEn: null,
  });
  expect(await local.control("GET", "/portals/banco_a/log")).toMatchObject({
    failed_logins: 1,
    logins: 0,
  });

  await local.control("DELETE", "/portals/banco_a/faults");
  await local.control("PATCH", `/connections/${connection}`, { credencial: "viva" });
  await moveTo(new Date(twelfth.getTime() + 49 * hours));
  expect((await nextRun()).getTime()).toBeGreaterThan(twelfth.getTime() + 49 * hours);
}, 90_000);

test("a run that was due while the service was stopped is made up for at its next start", async () => {
  await allEnded();
  const known = (await jobs()).length;
  const next = await nextRun();
  await local.close();
  // The clock that local mode finds: a minute after the run.
  const aheadMs = next.getTime() + 60_000 - Date.now();
  await writeFile(path.join(folder, "clock.ahead"), String(aheadMs));
  local = await startTestLocal(folder);
  await vi.waitFor(async () => expect(await jobs()).toHaveLength(known + 1), { timeout: 20_000 });
  expect((await jobs())[0]).toMatchObject({ trigger: "scheduled", periodo: periodoOf(next) });
  expect((await nextRun()).getTime()).toBe(next.getTime() + 6 * hours);
  await allEnded();
}, 90_000);
