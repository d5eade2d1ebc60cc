import { afterAll, beforeAll, expect, test } from "vitest";
import { createDrain } from "#functions/workers/create-drain.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { isErrorCode } from "#lib/kernel/errors/index.ts";
import { callTool, type TestOrganization } from "#tests/support/scenes/api.ts";
import { company, jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { measuringLog } from "#tests/support/log.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";

const { log, measured } = measuringLog();
let scene: JobScene;
let owner: TestOrganization;
beforeAll(async () => {
  scene = await jobScene({ log, connectors: [...connectors, probeConnector().connector] });
  owner = await scene.organization();
});
afterAll(() => scene.close());

/** The values measured under the name while `work` ran. */
async function during(event: string, work: () => Promise<unknown>) {
  const before = measured(event).length;
  await work();
  return measured(event).slice(before);
}

test("every call is counted once, by the party that has to act", async () => {
  const { key } = owner;
  const call = (id: string, input: unknown, caller = key) =>
    callTool(scene.app, id, input, { key: caller });
  const calls = await during("call", async () => {
    await call("echo.mensaje.repetir", { mensaje: "hola" });
    await call("echo.mensaje.repetir", { mensaje: 1 });
    await call("echo.mensaje.repetir", { mensaje: "hola" }, "connect_sk_nadie");
    await call("prueba.contrato.romper", { modo: "excepcion" });
    await scene.app.request("/v1/syncs", { headers: { authorization: `Bearer ${key}` } });
  });
  expect(calls.map(({ owner, plane, Calls }) => [owner, plane, Calls])).toEqual([
    ["none", "action", 1],
    ["client", "action", 1],
    ["client", "action", 1],
    ["platform", "action", 1],
    ["none", "control", 1],
  ]);
  for (const { CallLatency, request_id } of calls) {
    expect(CallLatency).toBeGreaterThanOrEqual(0);
    expect(request_id).toMatch(/^req_/);
  }
});

async function sync(login: string): Promise<string> {
  const connection = await scene.connect(owner.id, login);
  return scene.request(owner.id, connection, { alcances: ["movimientos"], periodo: "2026-10" });
}

test("a sync is counted by its system, its final code, and who has to act", async () => {
  const row = { rows: [], incompletos: 0, completo: true };
  const ended = await during("sync", async () => {
    scene.play({});
    await scene.run(await sync("11111111-1"));
    scene.play({ read: () => ({ ...row, incompletos: 2 }) });
    await scene.run(await sync("22222222-2"));
    scene.play({ login: () => ({ kind: "rejected" }) });
    await scene.run(await sync("9999999-3"));
  });
  expect(ended.map(({ connector, code, owner, Syncs }) => [connector, code, owner, Syncs])).toEqual(
    [
      ["banco_a", "ok", "none", 1],
      ["banco_a", "partial", "none", 1],
      ["banco_a", "connection_credential_required", "client", 1],
    ],
  );
});

test("a job resumed after a dead worker is counted, and so is the disk", async () => {
  scene.play({ login: () => ({ kind: "ok", company }) });
  const jobId = await sync("7777777-6");
  await scene.database.owner(
    `update sync_jobs set status = 'running', attempts = 1, token = 1, started_at = $2,
      lease_until = $2 where id = $1`,
    [jobId, scene.clock.now()],
  );
  const disks = measured("disk").length;
  const taken = await during("take_over", () => scene.run(jobId));
  expect(taken.map(({ worker, JobsTakenOver }) => [worker, JobsTakenOver])).toEqual([["sync", 1]]);
  const [disk] = measured("disk").slice(disks);
  expect(disk?.["worker"]).toBe("sync");
  expect(disk?.["TemporaryDiskFree"]).toBeGreaterThan(0);
});

test("a drain reports the age of the oldest delivery that it had to leave due", async () => {
  const drain = createDrain(scene.deps);
  const [idle] = await during("drain", () => drain(60_000));
  expect(idle?.["OldestDueDelivery"]).toBe(0);
  const at = (secondsAgo: number) => new Date(scene.clock.now().getTime() - secondsAgo * 1000);
  for (const id of ["one", "two", "three"]) {
    await plantRow(scene.database, { name: "webhook_deliveries", owner: "organization_id" }, id);
  }
  const due = "update webhook_deliveries set status = $2, next_attempt_at = $3";
  const set = (id: string, status: string, when: Date) =>
    scene.database.owner(`${due} where organization_id = $1`, [id, status, when]);
  await set("one", "pending", at(240));
  await set("two", "pending", at(600));
  await set("three", "pending", at(-600));
  // Without time for an attempt it claims none.
  const [left] = await during("drain", () => drain(0));
  expect(left).toMatchObject({ DeliveriesDelivered: 0, DeliveriesRetried: 0, DeliveriesFailed: 0 });
  expect(left?.["OldestDueDelivery"]).toBeGreaterThanOrEqual(600);
  expect(left?.["OldestDueDelivery"]).toBeLessThan(900);
  await scene.database.owner("delete from webhook_deliveries");
});

test("an emission that its worker abandoned is counted once, and as unknown while it is unknown", async () => {
  const table = { name: "operations", owner: "organization_id" };
  await plantRow(scene.database, table, owner.id);
  await scene.database.owner(
    `update ${table.name} set kind = 'dte', state = 'crossed', barrier_at = $1`,
    [scene.clock.now()],
  );
  const outcomes = measured("emission").length;
  const counts = await during("unknown_emissions", async () => {
    await scene.housekeeping();
    await scene.housekeeping();
  });
  expect(counts.map(({ EmissionsUnknown }) => EmissionsUnknown)).toEqual([1, 1]);
  const counted = measured("emission").slice(outcomes);
  expect(counted.map(({ outcome, Emissions }) => [outcome, Emissions])).toEqual([["unknown", 1]]);
});

test("no metric has an id or a caller's text as a dimension", () => {
  const lines = measured("");
  expect(lines.length).toBeGreaterThan(10);
  const allowed = new Set([
    "none",
    "client",
    "upstream",
    "platform",
    "config",
    "action",
    "control",
  ]);
  const systems = new Set(connectors.map(({ manifest }) => manifest.id));
  for (const line of lines) {
    for (const { Namespace, Dimensions, Metrics } of line["_aws"].CloudWatchMetrics) {
      expect(Namespace).toBe("Connect/test");
      for (const { Name } of Metrics) expect(line[Name]).toBeTypeOf("number");
      for (const field of Dimensions.flat()) {
        const value = String(line[field]);
        const known =
          allowed.has(value) ||
          systems.has(value) ||
          isErrorCode(value) ||
          ["ok", "partial", "sync", "emission", "unknown"].includes(value);
        expect(known, `${field}=${value}`).toBe(true);
      }
    }
  }
});
