import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { Periodo, todayInSantiago } from "#lib/chile/index.ts";
import { openPortal, type OpenedPortal, type OpenOptions } from "#lib/connectors/drivers.ts";
import { SessionEnded, type AlcanceReading, type NewRecord } from "#lib/tools/define/index.ts";

const rut = "76555835-2";
const ok = { rut: "12345678-5", clave: "clave-bancoa", empresa: rut };
const octubre = Periodo.parse("2026-10");

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

let opened: OpenedPortal[] = [];
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
});
afterEach(async () => {
  for (const portal of opened) await portal.close();
  opened = [];
});

async function open(options: Partial<OpenOptions> = {}): Promise<OpenedPortal> {
  const now = sandbox.service.now();
  const portal = await openPortal("banco_a", {
    baseUrl: `${sandbox.url}/portals/banco_a`,
    now,
    today: todayInSantiago(now),
    signal: AbortSignal.timeout(120_000),
    ...options,
  });
  opened.push(portal);
  return portal;
}

async function enter(options: Partial<OpenOptions> = {}): Promise<OpenedPortal> {
  const portal = await open(options);
  expect(await portal.driver.login(ok, rut)).toMatchObject({ kind: "ok" });
  return portal;
}

async function fault(kind: string, more: { times?: number; delayMs?: number } = {}): Promise<void> {
  const answer = await sandbox.control("POST", "/portals/banco_a/faults", { kind, ...more });
  expect(answer.status).toBe(200);
}

async function pendingFaults(): Promise<unknown[]> {
  const { body } = await sandbox.control<{ faults: unknown[] }>("GET", "/portals/banco_a/faults");
  return body.faults;
}

interface TruthRow {
  cuenta: string;
  fecha: string;
}

async function truth(resource: string, periodo: string): Promise<TruthRow[]> {
  const path = `/portals/banco_a/truth?resource=${resource}&periodo=${periodo}&rut=${rut}`;
  const { body } = await sandbox.control<{ rows: TruthRow[] }>("GET", path);
  return body.rows;
}

async function log(): Promise<Record<string, number>> {
  return (await sandbox.control<Record<string, number>>("GET", "/portals/banco_a/log")).body;
}

function recordsOf(reading: AlcanceReading, dataset: string): NewRecord[] {
  return reading.rows.find((rows) => rows.dataset === `banco_a.${dataset}`)?.records ?? [];
}

function inPortalWords({ payload: row }: NewRecord): unknown {
  const { monto, type } = row;
  return {
    cuenta: row["numeroCuenta"],
    fecha: row["fecha"],
    glosa: row["descripcion"],
    documento: row["numeroDocumento"],
    cargo: type === "credit" ? monto : 0,
    abono: type === "debit" ? monto : 0,
    saldo: row["saldo"],
    moneda: row["moneda"],
  };
}

function byAccountAndDay(rows: TruthRow[]): TruthRow[] {
  return rows.toSorted((one, other) =>
    `${one.cuenta}${one.fecha}` < `${other.cuenta}${other.fecha}` ? -1 : 1,
  );
}

/** Rows in the order that their sort keys give, accounts one after the other. */
function inOrder(records: NewRecord[]): NewRecord[] {
  const placed = records.map((record) => {
    const [fecha, cuenta, position] = record.sortKey.split("|");
    return { record, place: `${cuenta}|${fecha}|${position}` };
  });
  return placed.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ record }) => record);
}

describe("a good login", () => {
  // September has exactly 1,000 rows in one account and none in another; November is not over.
  test("reads three months of three accounts as the bank holds them", async () => {
    const { driver } = await enter();
    const ids = new Set<string>();
    let twins = 0;
    let count = 0;
    for (const periodo of ["2026-09", "2026-10", "2026-11"]) {
      const reading = await driver.read("movimientos", Periodo.parse(periodo));
      const records = recordsOf(reading, "movimientos");
      const rows = await truth("movimientos", periodo);
      const portalRows = rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => name in wordsOfARow)),
      ) as unknown as TruthRow[];
      expect(inOrder(records).map(inPortalWords)).toEqual(byAccountAndDay(portalRows));
      expect(reading).toMatchObject({ incompletos: 0, completo: true });
      expect(Object.keys(reading.completoPorCuenta ?? {})).toHaveLength(3);
      for (const record of records) {
        ids.add(record.id);
        expect(record.periodo).toBe(periodo);
      }
      count += records.length;
      twins += records.length - new Set(records.map(looks)).size;
    }
    expect(count).toBeGreaterThan(1_500);
    expect(ids.size).toBe(count);
    expect(twins).toBeGreaterThan(5);
    await driver.logout();
    expect(await log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
  }, 90_000);

  test("reads balances and accounts", async () => {
    const { driver } = await enter();
    const reading = await driver.read("saldos", Periodo.parse("2026-11"));
    const rows = await truth("saldos", "2026-11");
    const today = rows.filter((row) => row.fecha === "2026-11-21");
    const read = recordsOf(reading, "saldos").map(({ payload }) => ({
      cuenta: payload["numeroCuenta"],
      fecha: payload["fecha"],
      contable: payload["saldoContable"],
      disponible: payload["saldoDisponible"],
    }));
    expect(today).toHaveLength(3);
    expect(read).toEqual(today.map((row) => expect.objectContaining(pick(row, read[0] ?? {}))));
    expect(recordsOf(reading, "cuentas").map(({ id }) => id)).toEqual(
      today.map(({ cuenta }) => cuenta),
    );
  });

  test("reads the same rows under the same keys, and a later row changes no other key", async () => {
    const { driver } = await enter();
    const first = recordsOf(await driver.read("movimientos", octubre), "movimientos");
    const again = recordsOf(await driver.read("movimientos", octubre), "movimientos");
    expect(again).toEqual(first);
    const added = await sandbox.control("POST", "/portals/banco_a/rows", {
      periodo: "2026-10",
      rut,
      rows: [{ fecha: "2026-10-12", glosa: "Abono que llegó tarde", abono: 1_000 }],
    });
    expect(added.status).toBe(200);
    const later = recordsOf(await driver.read("movimientos", octubre), "movimientos");
    const known = new Set(first.map(({ id }) => id));
    expect(later.filter(({ id }) => !known.has(id))).toHaveLength(1);
    expect(later).toHaveLength(first.length + 1);
    const places = new Map(first.map(({ id, sortKey }) => [id, sortKey]));
    const moved = later.filter(({ id, sortKey }) => places.get(id) !== sortKey);
    expect(moved).toHaveLength(1);
  }, 60_000);

  test("opens the company asked for, which is not the first of the list", async () => {
    const { driver } = await open();
    expect(await driver.login({ ...ok, rut: "12.345.678-5" }, null)).toEqual({
      kind: "ok",
      company: { rut, razonSocial: "Importadora Ñuble & Cía. Ltda." },
    });
  });
});

describe("a login that opens nothing", () => {
  test.each([
    ["rejected", { rut: "11111111-1", clave: "otra-clave" }],
    ["blocked", { rut: "9876543-3", clave: "clave-bancoa" }],
    ["company_not_offered", { rut: "15151515-0", clave: "clave-bancoa" }],
  ])("ends as %s", async (kind, credential) => {
    const { driver } = await open();
    expect(await driver.login(credential, rut)).toEqual({ kind });
    await driver.logout();
    const { logins, logouts } = await log();
    expect(logouts).toBe(logins);
  });

  test("ends as busy beside another session, which it leaves alone", async () => {
    const holder = await enter();
    const { driver } = await open();
    expect(await driver.login(ok, rut)).toEqual({ kind: "busy" });
    await driver.logout();
    expect(await holder.driver.read("saldos", Periodo.parse("2026-11"))).toMatchObject({
      completo: true,
    });
    await holder.driver.logout();
    expect(await log()).toMatchObject({ logins: 1, logouts: 1, refused_sessions: 1 });
  });

  test.each([
    ["wrong_password", "rejected"],
    ["account_blocked", "blocked"],
    ["session_active", "busy"],
  ])("the fault %s ends as %s, without a logout", async (kind, outcome) => {
    await fault(kind);
    const { driver } = await open();
    expect(await driver.login(ok, rut)).toEqual({ kind: outcome });
    await driver.logout();
    expect(await log()).toMatchObject({ logins: 0, logouts: 0 });
  });

  test("another company on every page is a mismatch, and is left", async () => {
    await fault("identity_mismatch");
    const { driver } = await open();
    await expect(driver.login(ok, rut)).rejects.toMatchObject({
      code: "connection_identity_mismatch",
    });
    await driver.logout();
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("a portal that is down is an upstream error", async () => {
    await fault("unavailable");
    const { driver } = await open();
    await expect(driver.login(ok, rut)).rejects.toMatchObject({ code: "upstream_error" });
    await driver.logout();
    expect(await log()).toMatchObject({ logins: 0, logouts: 0 });
  });
});

describe("a fault in the middle of reading", () => {
  test.each([
    ["unavailable", "upstream_error"],
    ["layout_changed", "upstream_unexpected_response"],
  ])("%s ends in %s and a logout", async (kind, code) => {
    const { driver } = await enter();
    await driver.read("saldos", Periodo.parse("2026-11"));
    await fault(kind);
    await expect(driver.read("movimientos", octubre)).rejects.toMatchObject({ code });
    await driver.logout();
    expect(await log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
  });

  test("slow pages are waited for", async () => {
    const { driver } = await enter();
    await fault("slow", { times: 2, delayMs: 400 });
    expect(await driver.read("saldos", Periodo.parse("2026-11"))).toMatchObject({
      completo: true,
    });
  });

  test("a page that hangs ends in timeout, and the portal is left all the same", async () => {
    const { driver } = await enter({ navigationLimitMs: 600 });
    await fault("hang");
    await expect(driver.read("movimientos", octubre)).rejects.toMatchObject({ code: "timeout" });
    await driver.logout();
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("a worker that is stopped still leaves", async () => {
    const stop = new AbortController();
    const { driver } = await enter({ signal: stop.signal });
    await fault("hang");
    const stopped = new Error("the worker stops");
    const reading = expect(driver.read("movimientos", octubre)).rejects.toBe(stopped);
    await expect.poll(pendingFaults).toEqual([]);
    stop.abort(stopped);
    await reading;
    await driver.logout();
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("a session that the portal ended can be opened again", async () => {
    const { driver } = await enter();
    await driver.read("saldos", Periodo.parse("2026-11"));
    await fault("session_ended");
    await expect(driver.read("movimientos", octubre)).rejects.toBeInstanceOf(SessionEnded);
    expect(await driver.login(ok, rut)).toMatchObject({ kind: "ok" });
    expect(await driver.read("movimientos", octubre)).toMatchObject({ completo: true });
    await driver.logout();
    expect(await log()).toMatchObject({ logins: 2, max_sessions: 1 });
  });

  test("a portal that goes down after one module still gave that one", async () => {
    await fault("cut_after_alcance");
    const { driver } = await enter();
    expect(await driver.read("saldos", Periodo.parse("2026-11"))).toMatchObject({
      completo: true,
    });
    await expect(driver.read("movimientos", octubre)).rejects.toMatchObject({
      code: "upstream_error",
    });
    await driver.logout();
    expect(await log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("a month that the portal does not offer is not read as an empty one", async () => {
    const { driver } = await enter();
    await expect(driver.read("movimientos", Periodo.parse("2019-01"))).rejects.toMatchObject({
      code: "upstream_unexpected_response",
    });
  });
});

test("evidence holds neither the credential nor a figure", async () => {
  const portal = await enter();
  await portal.driver.read("saldos", Periodo.parse("2026-11"));
  const seen = await portal.evidence();
  expect(seen?.text).toContain("Saldo Contable");
  expect(seen?.text).not.toMatch(/\d{2}/);
  expect(seen?.text).not.toContain("clave-bancoa");
  expect(seen?.screenshot?.length).toBeGreaterThan(1_000);

  const refused = await open();
  await refused.driver.login({ rut: "11111111-1", clave: "otra-clave" }, rut);
  const atLogin = await refused.evidence();
  expect(atLogin?.text).toContain("no son correctos");
  expect(atLogin?.text).not.toContain("otra-clave");
  expect(atLogin?.screenshot).toBeNull();
});

const wordsOfARow = {
  cuenta: 0,
  fecha: 0,
  glosa: 0,
  documento: 0,
  cargo: 0,
  abono: 0,
  saldo: 0,
  moneda: 0,
};

/** What two equal charges share. */
function looks({ payload }: NewRecord): string {
  const { numeroCuenta, fecha, descripcion, numeroDocumento, monto, type } = payload;
  return JSON.stringify([numeroCuenta, fecha, descripcion, numeroDocumento, monto, type]);
}

function pick(row: object, names: object): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in names));
}
