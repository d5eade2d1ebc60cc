import { describe, expect, test } from "vitest";
import type { NewRecord } from "#lib/contract/index.ts";
import {
  bankScene,
  inPortalWords,
  month,
  only,
  sorted,
  type TruthRow,
  untold,
} from "#tests/support/scenes/bank-scene.ts";

const bank = bankScene("banco_c", "04827741");
const now = month("2026-11");

function newestFirst(records: NewRecord[]): NewRecord[] {
  return records.toSorted((a, b) => (a.sortKey > b.sortKey ? -1 : 1));
}

function movementInPortalWords(record: NewRecord): TruthRow {
  const { saldoContable, fechaContable, sucursal } = record.payload;
  return {
    ...inPortalWords(record),
    saldo: saldoContable as number,
    fechaContable: fechaContable as string | null,
    sucursal: sucursal as string | null,
  };
}

const movementWords =
  "cuenta fecha glosa documento cargo abono moneda saldo fechaContable sucursal".split(" ");

function cardInPortalWords({ payload: row }: NewRecord): TruthRow {
  const { monto, type } = row as { monto: number; type: string };
  const text = (name: string) => row[name] as string | null;
  return {
    tarjeta: text("tarjeta"),
    titular: text("titular"),
    fecha: text("fecha"),
    glosa: text("descripcion"),
    comercio: text("comercio"),
    cargo: type === "credit" ? monto : 0,
    abono: type === "debit" ? monto : 0,
    cuotas: text("cuotas"),
    montoTotal: row["montoTotal"] as number | null,
    facturado: row["estadoFacturacion"] === "facturado" ? "si" : "no",
    periodoFacturacion: text("periodoFacturacion"),
  };
}

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
    // The files include three days of the neighbouring months, but no row is there twice.
    expect(ids.size).toBe(count);
    expect(count).toBeGreaterThan(1_400);
    await driver.logout();
    expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1, downloads: 9 });
  }, 60_000);

  test("a month read again has the same ids, and a later row changes no other", async () => {
    const driver = await bank.enter();
    const octubre = month("2026-10");
    const first = bank.records(await driver.read("movimientos", octubre), "movimientos");
    const again = bank.records(await driver.read("movimientos", octubre), "movimientos");
    expect(again).toEqual(first);
    await bank.addRows({
      periodo: "2026-10",
      rows: [{ fecha: "2026-10-12", glosa: "Abono que llegó tarde", abono: 1_000 }],
    });
    const later = bank.records(await driver.read("movimientos", octubre), "movimientos");
    const known = new Set(first.map(({ id }) => id));
    expect(later).toHaveLength(first.length + 1);
    expect(later.filter(({ id }) => !known.has(id))).toHaveLength(1);
    await driver.logout();
  });

  test("twins stay two, and the last half hour of a month is its own", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("movimientos", month("2026-10"));
    const rows = bank.records(reading, "movimientos");
    const looks = rows.map((row) => JSON.stringify(inPortalWords(row)));
    expect(looks.length - new Set(looks).size).toBeGreaterThan(0);
    expect(newestFirst(rows)[0]?.payload["fecha"]).toBe("2026-10-31");
    expect(rows.every(({ periodo }) => periodo === "2026-10")).toBe(true);
    await driver.logout();
  });

  test("a month without any row in an account is believed only with the portal's own sentence", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("movimientos", month("2026-02"));
    const rows = bank.records(reading, "movimientos");
    expect(rows).toHaveLength(40);
    expect(new Set(rows.map(({ account }) => account)).size).toBe(1);
    expect(reading).toMatchObject({ incompletos: 0, completo: true });
    await driver.logout();
  });

  test("reads three balances of each account, under the portal's own day", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("saldos", now);
    const read = bank.records(reading, "saldos").map(({ payload }) => ({
      cuenta: payload["numeroCuenta"],
      fecha: payload["fecha"],
      contable: payload["saldoContable"],
      disponible: payload["saldoDisponible"],
      lineaCredito: payload["saldoLineaCredito"],
      moneda: payload["moneda"],
    }));
    expect(read).toHaveLength(3);
    expect(read).toEqual(await bank.truth("saldos", "2026-11"));
    expect(bank.records(reading, "cuentas").map(({ payload }) => payload["tipo"])).toEqual([
      "Cuenta Corriente",
      "Cuenta Vista",
      "Cuenta Corriente USD",
    ]);
    await driver.logout();
  });

  test("reads the statements of three months, or none while none is issued", async () => {
    const driver = await bank.enter();
    let count = 0;
    for (const periodo of ["2026-08", "2026-09", "2026-11"]) {
      const reading = await driver.read("cartolas", month(periodo));
      const read = bank.records(reading, "cartolas").map(({ payload }) => ({
        cuenta: payload["numeroCuenta"],
        numero: payload["numeroCartola"],
        periodo: payload["periodo"],
        desde: payload["fechaDesde"],
        hasta: payload["fechaHasta"],
        emision: payload["fechaEmision"],
        inicial: payload["saldoInicial"],
        final: payload["saldoFinal"],
        abonos: payload["totalAbonos"],
        cargos: payload["totalCargos"],
        registros: payload["numMovimientos"],
        moneda: payload["moneda"],
      }));
      expect(read).toEqual(await bank.truth("cartolas", periodo));
      expect(read.every(({ numero }) => String(numero).startsWith("00"))).toBe(true);
      expect(reading).toMatchObject({ incompletos: 0, completo: true });
      count += read.length;
    }
    expect(count).toBe(6);
    await driver.logout();
  });

  test("reads the cards of three months from their bills and the unbilled list", async () => {
    const driver = await bank.enter();
    const ids = new Set<string>();
    let count = 0;
    for (const periodo of ["2026-09", "2026-10", "2026-11"]) {
      const reading = await driver.read("movimientos_tarjetas", month(periodo));
      const rows = bank.records(reading, "movimientos_tarjetas");
      const truth = (await bank.truth("movimientos_tarjetas", periodo)).map((row) => ({
        ...row,
        facturado: row["facturado"] ? "si" : "no",
      }));
      expect(sorted(rows.map(cardInPortalWords))).toEqual(sorted(truth));
      expect(reading.unfinished).toBe(truth.some(({ facturado }) => facturado === "no"));
      expect(reading.unfinished).toBe(periodo === "2026-11");
      for (const { id } of rows) ids.add(id);
      count += rows.length;
    }
    expect(ids.size).toBe(count);
    expect(count).toBeGreaterThan(100);
    await driver.logout();
  }, 30_000);
});

test("a password that the keypad cannot type is refused without contacting the portal", async () => {
  const { driver } = await bank.open();
  const credential = { ...bank.credential, clave: "no son dígitos" };
  expect(await driver.login(credential, null, untold)).toEqual({ kind: "rejected" });
  await driver.logout();
  expect(await bank.log()).toMatchObject({ failed_logins: 0, pages: 0 });
});
