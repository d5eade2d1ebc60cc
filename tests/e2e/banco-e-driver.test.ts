import { describe, expect, test } from "vitest";
import type { NewRecord } from "#lib/contract/index.ts";
import {
  bankScene,
  companyRut,
  inPortalWords,
  month,
  only,
  type TruthRow,
  untold,
} from "#tests/support/scenes/bank-scene.ts";

const bank = bankScene("banco_e");
const now = month("2026-11");

function newestFirst(records: NewRecord[]): NewRecord[] {
  return records.toSorted((a, b) => (a.sortKey > b.sortKey ? -1 : 1));
}

function movementInPortalWords(record: NewRecord): TruthRow {
  const { saldoContable, fechaContable, sucursal } = record.payload;
  return {
    ...inPortalWords(record),
    saldo: saldoContable as number | null,
    fechaContable: fechaContable as string | null,
    sucursal: sucursal as string | null,
  };
}

const movementWords =
  "cuenta fecha glosa documento cargo abono moneda saldo fechaContable sucursal".split(" ");

describe("a good login", () => {
  // September has exactly 1,000 rows in one account and none in another; November is not over.
  test("reads three months of three accounts as the bank has them, newest first", async () => {
    const driver = await bank.enter();
    const ids = new Set<string>();
    let count = 0;
    for (const periodo of ["2026-09", "2026-10", "2026-11"]) {
      const reading = await driver.read("movimientos", month(periodo));
      const rows = newestFirst(bank.records(reading, "movimientos"));
      const truth = only(await bank.truth("movimientos", periodo), movementWords);
      expect(reading).toMatchObject({ incompletos: 0, completo: true });
      for (const cuenta of new Set(truth.map((row) => row["cuenta"]))) {
        const read = rows.filter(({ account }) => account === cuenta).map(movementInPortalWords);
        expect(read).toEqual(truth.filter((row) => row["cuenta"] === cuenta).toReversed());
      }
      expect(rows).toHaveLength(truth.length);
      for (const { id } of rows) ids.add(id);
      count += rows.length;
    }
    expect(ids.size).toBe(count);
    expect(count).toBeGreaterThan(1_500);
    await driver.logout();
    expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
  }, 60_000);

  test("a later row changes no other id, although the day's balance moves to it", async () => {
    const driver = await bank.enter();
    const first = bank.records(await driver.read("movimientos", now), "movimientos");
    expect(bank.records(await driver.read("movimientos", now), "movimientos")).toEqual(first);
    const lastDay = String(newestFirst(first)[0]?.payload["fecha"]);
    await bank.addRows({
      periodo: "2026-11",
      rows: [{ fecha: lastDay, glosa: "Abono que llegó tarde", abono: 1_000 }],
    });
    const later = bank.records(await driver.read("movimientos", now), "movimientos");
    const known = new Set(first.map(({ id }) => id));
    expect(later).toHaveLength(first.length + 1);
    expect(later.filter(({ id }) => !known.has(id))).toHaveLength(1);
    await driver.logout();
  });

  test("a month without any row in an account is believed only with its own marker", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("movimientos", month("2026-02"));
    expect(bank.records(reading, "movimientos")).toHaveLength(40);
    expect(reading).toMatchObject({ incompletos: 0, completo: true });
    await driver.logout();
  });

  test("the last half hour of a month is its own, and twins stay two", async () => {
    const driver = await bank.enter();
    const rows = bank.records(await driver.read("movimientos", month("2026-10")), "movimientos");
    const looks = rows.map((row) => JSON.stringify(inPortalWords(row)));
    expect(looks.length - new Set(looks).size).toBeGreaterThan(0);
    expect(newestFirst(rows)[0]?.payload["fecha"]).toBe("2026-10-31");
    expect(rows.every(({ periodo }) => periodo === "2026-10")).toBe(true);
    await driver.logout();
  });

  test("reads balances, where a dash is unknown and not zero", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("saldos", now);
    const read = bank.records(reading, "saldos").map(({ payload }) => ({
      cuenta: payload["numeroCuenta"],
      fecha: payload["fecha"],
      contable: payload["saldoContable"],
      disponible: payload["saldoDisponible"],
      retenciones: payload["retenciones"],
      lineaCredito: payload["lineaCreditoDisponible"],
      moneda: payload["moneda"],
    }));
    expect(read).toHaveLength(3);
    expect(read).toEqual(await bank.truth("saldos", "2026-11"));
    expect(read.filter(({ retenciones }) => retenciones === null)).toHaveLength(1);
    expect(bank.records(reading, "cuentas")).toHaveLength(3);
    await driver.logout();
  });
});

describe("the device", () => {
  test("is waited for while it takes its time", async () => {
    await bank.fault("device_approval_pending", { times: 4 });
    const { driver } = await bank.open();
    let told = 0;
    const hooks = { ...untold, approving: async () => void (told += 1) };
    const login = await driver.login(bank.credential, companyRut, hooks);
    expect([login.kind, told]).toEqual(["ok", 1]);
    await driver.logout();
    expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1 });
  });

  test("is mentioned when the portal asks for it, and not after a wrong password", async () => {
    const { driver } = await bank.open();
    const approving = (): Promise<void> => Promise.reject(new Error("nobody was asked"));
    const wrong = { ...bank.credential, clave: "no-es" };
    expect(await driver.login(wrong, companyRut, { ...untold, approving })).toEqual({
      kind: "rejected",
    });
    await driver.logout();
  });

  test("that never approves ends as approval_pending, and nothing is left open", async () => {
    await bank.fault("device_approval_pending", { delayMs: 600_000 });
    const { driver, evidence } = await bank.open({ approvalWaitMs: 700 });
    expect(await driver.login(bank.credential, companyRut, untold)).toEqual({
      kind: "approval_pending",
    });
    // The request is cancelled: no page is left that would continue by itself.
    expect((await evidence())?.text).toContain('id="identificacion"');
    await driver.logout();
    expect(await bank.log()).toMatchObject({ logins: 0, logouts: 0, max_sessions: 0 });
  });

  test("a worker that is stopped while it waits logs out", async () => {
    await bank.fault("device_approval_pending", { delayMs: 600_000 });
    const stop = new AbortController();
    const { driver } = await bank.open({ signal: stop.signal });
    const stopped = new Error("the worker stops");
    const login = expect(driver.login(bank.credential, companyRut, untold)).rejects.toBe(stopped);
    await expect.poll(async () => (await bank.log())["pages"] ?? 0).toBe(2);
    stop.abort(stopped);
    await login;
    await driver.logout();
    expect(await bank.log()).toMatchObject({ logins: 0, max_sessions: 0 });
  });
});
