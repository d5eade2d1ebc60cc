import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { startTestLocal, type TestLocal } from "#tests/support/scenes/start-test-local.ts";
import { apartFromReading } from "#tests/support/portals/movements.ts";

let local: TestLocal;
beforeAll(async () => {
  local = await startTestLocal();
});
afterAll(() => local.close());
beforeEach(async () => {
  await local.control("POST", "/reset");
  await local.control("PATCH", `/connections/${local.own.connections["banco_a"]}`, {
    credencial: "viva",
    disabled: false,
  });
});

const current = periodoOf(new Date());
const months = [current, addMonths(current, -1), addMonths(current, -2)];

interface TruthRow {
  cuenta: string;
  fecha: string;
  glosa: string;
  documento: string | null;
  cargo: number;
  abono: number;
  saldo: number | null;
}

interface Movement {
  id: string;
  numeroCuenta: string;
  fecha: string;
  descripcion: string;
  numeroDocumento: string | null;
  monto: number;
  type: "credit" | "debit";
  saldo: number | null;
  ultimaLecturaEn: string;
}

async function truthOf(periodo: string): Promise<TruthRow[]> {
  const { rows } = await local.control<{ rows: TruthRow[] }>(
    "GET",
    `/portals/banco_a/truth?resource=movimientos&periodo=${periodo}&rut=76555835-2`,
  );
  return rows;
}

async function readAll(input: Record<string, unknown>): Promise<Movement[]> {
  const rows: Movement[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await local.call("banco_a.movimientos.consultar", {
      ...input,
      limit: 500,
      ...(cursor !== null && { cursor }),
    });
    rows.push(...(body.data?.["movimientos"] as Movement[]));
    cursor = body.data?.["cursor"] as string | null;
  } while (cursor !== null);
  return rows;
}

/** Each row as text, without order, to compare the bank's rows with ours as multisets. */
const ofTruth = (row: TruthRow): string =>
  JSON.stringify([
    row.cuenta,
    row.fecha,
    row.glosa,
    row.documento,
    row.cargo,
    row.abono,
    row.saldo,
  ]);
const ofStored = (row: Movement): string =>
  JSON.stringify([
    row.numeroCuenta,
    row.fecha,
    row.descripcion,
    row.numeroDocumento,
    row.type === "credit" ? row.monto : 0,
    row.type === "debit" ? row.monto : 0,
    row.saldo,
  ]);

/** The oldest of them. */
const readAt = (rows: Movement[]): string =>
  rows.map(({ ultimaLecturaEn }) => ultimaLecturaEn).toSorted()[0] ?? "";

async function sync(periodo: string) {
  const answer = await local.call("banco_a.conexion.sincronizar", { periodo, esperarSegundos: 25 });
  return answer.body;
}

const logOf = () => local.control<Record<string, number>>("GET", "/portals/banco_a/log");
const fault = (kind: string, times = 1) =>
  local.control("POST", "/portals/banco_a/faults", { kind, times });

test("three months of three accounts are stored as the bank has them, twins included", async () => {
  for (const periodo of months) {
    const body = await sync(periodo);
    expect(body.data).toMatchObject({ status: "succeeded" });
    const truth = await truthOf(periodo);
    const stored = await readAll({ periodo });
    expect(truth.length).toBeGreaterThan(100);
    expect(stored.map(ofStored).toSorted()).toEqual(truth.map(ofTruth).toSorted());
    expect(new Set(stored.map((row) => row.id)).size).toBe(stored.length);
    const days = stored.map((row) => row.fecha);
    expect(days).toEqual(days.toSorted().toReversed());
  }
  expect(await logOf()).toMatchObject({
    logins: months.length,
    logouts: months.length,
    failed_logins: 0,
    max_sessions: 1,
  });
});

test("a second sync of the same month changes nothing; a new movement only adds itself", async () => {
  const periodo = addMonths(current, -1);
  await sync(periodo);
  const first = await readAll({ periodo });
  await sync(periodo);
  const again = await readAll({ periodo });
  expect(again.map(apartFromReading)).toEqual(first.map(apartFromReading));
  // Nothing about them changed, and all of them were seen again.
  expect(readAt(again) > readAt(first)).toBe(true);

  const { rows } = await local.control<{ rows: TruthRow[] }>("POST", "/portals/banco_a/rows", {
    resource: "movimientos",
    periodo,
    rut: "76555835-2",
    rows: [{ fecha: `${periodo}-15`, glosa: "ABONO NUEVO", abono: 4321 }],
  });
  expect(rows).toHaveLength(1);
  await sync(periodo);
  const second = await readAll({ periodo });
  const known = new Set(first.map((row) => row.id));
  const added = second.filter((row) => !known.has(row.id));
  expect(added).toMatchObject([{ descripcion: "ABONO NUEVO", monto: 4321, type: "debit" }]);
  const untouched = second.filter((row) => row.fecha < `${periodo}-15`);
  expect(untouched.length).toBeGreaterThan(10);
  const before = first.filter((row) => row.fecha < `${periodo}-15`);
  expect(untouched.map(apartFromReading)).toEqual(before.map(apartFromReading));
});

describe("a portal that misbehaves", () => {
  const periodo = addMonths(current, -3);

  test("a wrong password is tried once, and the next call is refused without a login", async () => {
    await fault("wrong_password", 5);
    const body = await sync(periodo);
    expect(body.data).toMatchObject({
      status: "failed",
      outcomes: [{ status: "failed", error: "connection_credential_required" }],
    });
    expect((await sync(periodo)).error?.code).toBe("connection_credential_required");
    expect(await logOf()).toMatchObject({ failed_logins: 1, logins: 0 });
  });

  test.each([
    ["session_active", 1],
    ["unavailable", 1],
    ["session_ended", 1],
  ] as const)("%s once is got over by trying again", async (kind, times) => {
    await fault(kind, times);
    expect((await sync(periodo)).data).toMatchObject({ status: "succeeded" });
    expect((await logOf())["max_sessions"]).toBe(1);
  });

  test.each([
    ["account_blocked", "connection_busy"],
    ["layout_changed", "upstream_unexpected_response"],
    ["identity_mismatch", "connection_identity_mismatch"],
  ] as const)("%s ends in %s, with nothing stored and the session closed", async (kind, code) => {
    await fault(kind, 20);
    const target = addMonths(current, -5);
    const body = await sync(target);
    expect(body.data).toMatchObject({ status: "failed", outcomes: [{ error: code }] });
    expect(await readAll({ periodo: target })).toEqual([]);
    const log = await logOf();
    expect(log["logouts"]).toBe(log["logins"]);
  });

  test("what one module read is stored when the other fails", async () => {
    await fault("cut_after_alcance", 3);
    const body = await sync(current);
    const job = await local.get(`/v1/syncs/${String(body.data?.["jobId"])}`);
    expect(job.body.data?.["outcomes"]).toContainEqual(
      expect.objectContaining({ alcance: "saldos", status: "ok" }),
    );
  });
});

describe("what cannot be synced", () => {
  test.each([
    [addMonths(current, 1), "not_allowed"],
    [addMonths(current, -25), "not_allowed"],
  ])("%s is refused as %s", async (periodo, code) => {
    const body = await sync(periodo);
    expect(body.error).toMatchObject({
      code: "validation_error",
      details: { issues: [{ path: ["periodo"], code }] },
    });
  });

  test("saldos of a past month alone", async () => {
    const { body } = await local.call("banco_a.conexion.sincronizar", {
      periodo: addMonths(current, -1),
      alcances: ["saldos"],
    });
    expect(body.error?.details).toMatchObject({ issues: [{ code: "not_allowed" }] });
  });

  test("an unknown module", async () => {
    const { body } = await local.call("banco_a.conexion.sincronizar", {
      periodo: current,
      alcances: ["secretos"],
    });
    expect(body.error?.code).toBe("validation_error");
  });

  test("a period being synced names the running job; the thirteenth pending is refused; a queued one can be canceled", async () => {
    await fault("hang", 1);
    const jobs: string[] = [];
    for (let back = 0; back < 12; back++) {
      const { body } = await local.call("banco_a.conexion.sincronizar", {
        periodo: addMonths(current, -back),
        alcances: ["movimientos"],
      });
      jobs.push(String(body.data?.["jobId"]));
    }
    const again = await local.call("banco_a.conexion.sincronizar", {
      periodo: addMonths(current, -12),
      alcances: ["movimientos"],
    });
    expect(again.body.error).toMatchObject({ code: "too_many_pending" });
    for (const job of jobs.slice(1)) await local.post(`/v1/syncs/${job}/cancel`);
    const twice = await local.call("banco_a.conexion.sincronizar", {
      periodo: current,
      alcances: ["movimientos"],
    });
    expect(twice.body.error).toMatchObject({
      code: "connection_sync_in_progress",
      details: { jobId: jobs[0] },
    });
    await local.control("DELETE", "/portals/banco_a/faults");
    const canceled = await local.get("/v1/syncs?status=canceled&limit=500");
    const syncs = canceled.body.data as unknown as unknown[];
    expect(syncs.length).toBeGreaterThanOrEqual(10);
    // Let the first one end, because the next one needs the connection.
    const status = async () => (await local.get(`/v1/syncs/${jobs[0]}`)).body.data?.["status"];
    await expect.poll(status, { timeout: 120_000, interval: 250 }).toMatch(/^(succeeded|failed)$/);
  });

  test("a stranger sees neither the job nor the connection", async () => {
    const { body } = await local.call("banco_a.conexion.sincronizar", {
      periodo: addMonths(current, -9),
      alcances: ["movimientos"],
      esperarSegundos: 25,
    });
    const jobId = String(body.data?.["jobId"]);
    const seen = await local.get(`/v1/syncs/${jobId}`, local.stranger.apiKey);
    expect(seen.body.error?.code).toBe("sync_job_not_found");
    const refused = await local.call(
      "banco_a.conexion.sincronizar",
      { periodo: current },
      { key: local.stranger.apiKey },
    );
    expect(refused.body.error?.code).toBe("validation_error");
  });
});

test("verificar reports a wrong password as an answer, not as an error", async () => {
  const good = await local.call("banco_a.conexion.verificar", {});
  expect(good.body.data).toMatchObject({ valida: true, motivo: null });
  await fault("wrong_password");
  const wrong = await local.call("banco_a.conexion.verificar", {});
  expect(wrong.body.data).toMatchObject({ valida: false, motivo: "clave_rechazada" });
});
