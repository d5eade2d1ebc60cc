import { describe, expect, test } from "vitest";
import { counterpartyOf } from "#lib/connectors/banco_f/parse/counterparty.ts";
import { MovimientoGuardado } from "#lib/connectors/banco_f/store.ts";
import type { NewRecord } from "#lib/contract/index.ts";
import { describeBankRules } from "#tests/support/bank-rules.ts";
import { bankScene, month, only, type TruthRow } from "#tests/support/bank-scene.ts";

const bank = bankScene("banco_f");
const now = month("2026-11");

describeBankRules(bank, { wrongClave: "otra-clave", alcances: ["saldos", "movimientos"] });

function newestFirst(records: NewRecord[]): NewRecord[] {
  return records.toSorted((a, b) => (a.sortKey > b.sortKey ? -1 : 1));
}

/** With the counterparty that a reader of the stored row would be told. */
function movementInPortalWords({ payload }: NewRecord): TruthRow {
  const row = MovimientoGuardado.parse(payload);
  const { counterparty } = counterpartyOf({ glosa: row.descripcion, ...row });
  return {
    cuenta: row.numeroCuenta,
    fecha: row.fecha,
    glosa: row.descripcion,
    detalle: row.detalle,
    documento: row.numeroDocumento,
    cargo: row.type === "credit" ? row.monto : 0,
    abono: row.type === "debit" ? row.monto : 0,
    saldo: row.saldo,
    moneda: row.currency,
    contraparteRut: counterparty?.rut ?? null,
    contraparteNombre: counterparty?.nombre ?? null,
    contraparteBanco: counterparty?.banco ?? null,
    contraparteCuenta: counterparty?.numeroCuenta ?? null,
  };
}

const movementWords = [
  ..."cuenta fecha glosa detalle documento cargo abono saldo moneda".split(" "),
  ..."contraparteRut contraparteNombre contraparteBanco contraparteCuenta".split(" "),
];

describe("a good login", () => {
  // September has exactly 1,000 rows in one account and none in another; November is not over.
  test("reads three months of three accounts, each row with its counterparty, newest first", async () => {
    const driver = await bank.enter();
    const ids = new Set<string>();
    let [count, known] = [0, 0];
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
      known += truth.filter((row) => row["contraparteRut"] !== null).length;
    }
    expect(ids.size).toBe(count);
    expect(count).toBeGreaterThan(1_500);
    expect(known).toBeGreaterThan(300);
    await driver.logout();
    expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
  }, 60_000);

  test("a month with dollars keeps their cents", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("movimientos", month("2026-03"));
    const dollars = bank
      .records(reading, "movimientos")
      .filter(({ payload }) => payload["currency"] === "USD");
    const truth = (await bank.truth("movimientos", "2026-03")).filter(
      (row) => row["moneda"] === "USD",
    );
    expect(newestFirst(dollars).map(movementInPortalWords)).toEqual(
      only(truth, movementWords).toReversed(),
    );
    expect(dollars.some(({ payload }) => !Number.isInteger(payload["monto"]))).toBe(true);
    expect(dollars.every(({ payload }) => /^-?US\$/.test(String(payload["display"])))).toBe(true);
    await driver.logout();
  });

  test("a month that is read again has the same ids, though the bank numbers its rows anew", async () => {
    const driver = await bank.enter();
    const first = bank.records(await driver.read("movimientos", now), "movimientos");
    await bank.addRows({
      periodo: "2026-11",
      rows: [{ fecha: "2026-11-12", glosa: "Abono que llegó tarde", abono: 1_000 }],
    });
    const later = bank.records(await driver.read("movimientos", now), "movimientos");
    const known = new Set(first.map(({ id }) => id));
    expect(first.length).toBeGreaterThan(100);
    expect(later).toHaveLength(first.length + 1);
    expect(later.filter(({ id }) => !known.has(id))).toHaveLength(1);
    await driver.logout();
  });

  test("a month without any row in an account is believed when the bank says so", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("movimientos", month("2026-02"));
    expect(bank.records(reading, "movimientos")).toHaveLength(40);
    expect(reading).toMatchObject({ incompletos: 0, completo: true });
    await driver.logout();
  });

  test("the last half hour of a month is its own, and twins stay two", async () => {
    const driver = await bank.enter();
    const rows = bank.records(await driver.read("movimientos", month("2026-10")), "movimientos");
    const looks = rows.map(({ payload: { numeroCuenta, fecha, descripcion, monto, type } }) =>
      JSON.stringify([numeroCuenta, fecha, descripcion, monto, type]),
    );
    expect(looks.length - new Set(looks).size).toBeGreaterThan(0);
    expect(newestFirst(rows)[0]?.payload["fecha"]).toBe("2026-10-31");
    expect(rows.every(({ periodo }) => periodo === "2026-10")).toBe(true);
    await driver.logout();
  });

  test("reads balances and accounts, in pesos and in dollars", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("saldos", now);
    const read = bank.records(reading, "saldos").map(({ payload }) => ({
      cuenta: payload["numeroCuenta"],
      fecha: payload["observedDay"],
      contable: payload["saldoContable"],
      disponible: payload["saldoDisponible"],
      moneda: payload["currency"],
    }));
    expect(read).toHaveLength(3);
    expect(read).toEqual(await bank.truth("saldos", "2026-11"));
    expect(bank.records(reading, "cuentas").map(({ payload }) => payload["moneda"])).toEqual([
      "CLP",
      "CLP",
      "USD",
    ]);
    await driver.logout();
  });
});
