import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Periodo } from "#lib/chile/index.ts";
import { SessionEnded } from "#lib/contract/index.ts";
import {
  bancoABench,
  byAccountAndDay,
  inOrder,
  inPortalWords,
  looks,
  ok,
  recordsOf,
  rut,
  type BancoABench,
} from "#tests/support/banco-a-bench.ts";

const octubre = Periodo.parse("2026-10");
const noviembre = Periodo.parse("2026-11");

let bench: BancoABench;
beforeAll(async () => {
  bench = await bancoABench();
});
afterAll(() => bench.close());
beforeEach(() => bench.reset());
afterEach(() => bench.closePortals());

describe("a good login", () => {
  // September has exactly 1,000 rows in one account and none in another; November is not over.
  test("reads three months of three accounts as the bank holds them", async () => {
    const { driver } = await bench.enter();
    const ids = new Set<string>();
    let twins = 0;
    let count = 0;
    for (const periodo of ["2026-09", "2026-10", "2026-11"]) {
      const reading = await driver.read("movimientos", Periodo.parse(periodo));
      const records = recordsOf(reading, "movimientos");
      const rows = await bench.truth("movimientos", periodo);
      expect(inOrder(records).map(inPortalWords)).toEqual(byAccountAndDay(rows));
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
    expect(await bench.log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
  }, 90_000);

  test("reads balances and accounts", async () => {
    const { driver } = await bench.enter();
    const reading = await driver.read("saldos", noviembre);
    const rows = await bench.truth("saldos", "2026-11");
    const read = recordsOf(reading, "saldos").map(({ payload }) => ({
      cuenta: payload["numeroCuenta"],
      fecha: payload["fecha"],
      contable: payload["saldoContable"],
      disponible: payload["saldoDisponible"],
      moneda: payload["moneda"],
    }));
    expect(rows).toHaveLength(3);
    expect(read).toEqual(rows);
    expect(recordsOf(reading, "cuentas").map(({ id }) => id)).toEqual(
      rows.map(({ cuenta }) => cuenta),
    );
  });

  test("reads the same rows under the same keys, and a later row changes no other key", async () => {
    const { driver } = await bench.enter();
    const first = recordsOf(await driver.read("movimientos", octubre), "movimientos");
    const again = recordsOf(await driver.read("movimientos", octubre), "movimientos");
    expect(again).toEqual(first);
    const added = await bench.control("POST", "/portals/banco_a/rows", {
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
    const { driver } = await bench.open();
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
    const { driver } = await bench.open();
    expect(await driver.login(credential, rut)).toEqual({ kind });
    await driver.logout();
    const { logins, logouts } = await bench.log();
    expect(logouts).toBe(logins);
  });

  test("ends as busy beside another session, which it leaves alone", async () => {
    const holder = await bench.enter();
    const { driver } = await bench.open();
    expect(await driver.login(ok, rut)).toEqual({ kind: "busy" });
    await driver.logout();
    expect(await holder.driver.read("saldos", noviembre)).toMatchObject({
      completo: true,
    });
    await holder.driver.logout();
    expect(await bench.log()).toMatchObject({ logins: 1, logouts: 1, refused_sessions: 1 });
  });

  test.each([
    ["wrong_password", "rejected"],
    ["account_blocked", "blocked"],
    ["session_active", "busy"],
  ])("the fault %s ends as %s, without a logout", async (kind, outcome) => {
    await bench.fault(kind);
    const { driver } = await bench.open();
    expect(await driver.login(ok, rut)).toEqual({ kind: outcome });
    await driver.logout();
    expect(await bench.log()).toMatchObject({ logins: 0, logouts: 0 });
  });

  test("another company on every page is a mismatch, and is left", async () => {
    await bench.fault("identity_mismatch");
    const { driver } = await bench.open();
    await expect(driver.login(ok, rut)).rejects.toMatchObject({
      code: "connection_identity_mismatch",
    });
    await driver.logout();
    expect(await bench.log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("a portal that is down is an upstream error", async () => {
    await bench.fault("unavailable");
    const { driver } = await bench.open();
    await expect(driver.login(ok, rut)).rejects.toMatchObject({ code: "upstream_error" });
    await driver.logout();
    expect(await bench.log()).toMatchObject({ logins: 0, logouts: 0 });
  });
});

describe("a fault in the middle of reading", () => {
  test.each([
    ["unavailable", "upstream_error"],
    ["layout_changed", "upstream_unexpected_response"],
  ])("%s ends in %s and a logout", async (kind, code) => {
    const { driver } = await bench.enter();
    await driver.read("saldos", noviembre);
    await bench.fault(kind);
    await expect(driver.read("movimientos", octubre)).rejects.toMatchObject({ code });
    await driver.logout();
    expect(await bench.log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
  });

  test("slow pages are waited for", async () => {
    const { driver } = await bench.enter();
    await bench.fault("slow", { times: 2, delayMs: 400 });
    expect(await driver.read("saldos", noviembre)).toMatchObject({
      completo: true,
    });
  });

  test("a page that hangs ends in timeout, and the portal is left all the same", async () => {
    const { driver } = await bench.enter({ navigationLimitMs: 600 });
    await bench.fault("hang");
    await expect(driver.read("movimientos", octubre)).rejects.toMatchObject({ code: "timeout" });
    await driver.logout();
    expect(await bench.log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("a worker that is stopped still leaves", async () => {
    const stop = new AbortController();
    const { driver } = await bench.enter({ signal: stop.signal });
    await bench.fault("hang");
    const stopped = new Error("the worker stops");
    const reading = expect(driver.read("movimientos", octubre)).rejects.toBe(stopped);
    await expect.poll(() => bench.pendingFaults()).toEqual([]);
    stop.abort(stopped);
    await reading;
    await driver.logout();
    expect(await bench.log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("a session that the portal ended can be opened again", async () => {
    const { driver } = await bench.enter();
    await driver.read("saldos", noviembre);
    await bench.fault("session_ended");
    await expect(driver.read("movimientos", octubre)).rejects.toBeInstanceOf(SessionEnded);
    expect(await driver.login(ok, rut)).toMatchObject({ kind: "ok" });
    expect(await driver.read("movimientos", octubre)).toMatchObject({ completo: true });
    await driver.logout();
    expect(await bench.log()).toMatchObject({ logins: 2, max_sessions: 1 });
  });

  test("a portal that goes down after one module still gave that one", async () => {
    await bench.fault("cut_after_alcance");
    const { driver } = await bench.enter();
    expect(await driver.read("saldos", noviembre)).toMatchObject({
      completo: true,
    });
    await expect(driver.read("movimientos", octubre)).rejects.toMatchObject({
      code: "upstream_error",
    });
    await driver.logout();
    expect(await bench.log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("a month that the portal does not offer is not read as an empty one", async () => {
    const { driver } = await bench.enter();
    await expect(driver.read("movimientos", Periodo.parse("2019-01"))).rejects.toMatchObject({
      code: "upstream_unexpected_response",
    });
  });
});

test("evidence holds neither the credential nor a figure", async () => {
  const portal = await bench.enter();
  await portal.driver.read("saldos", noviembre);
  const seen = await portal.evidence();
  expect(seen?.text).toContain("Saldo Contable");
  expect(seen?.text).not.toMatch(/\d{2}/);
  expect(seen?.text).not.toContain("clave-bancoa");
  expect(seen?.screenshot?.length).toBeGreaterThan(1_000);

  const refused = await bench.open();
  await refused.driver.login({ rut: "11111111-1", clave: "otra-clave" }, rut);
  const atLogin = await refused.evidence();
  expect(atLogin?.text).toContain("no son correctos");
  expect(atLogin?.text).not.toContain("otra-clave");
  expect(atLogin?.screenshot).toBeNull();
});
