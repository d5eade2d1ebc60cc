import { describe, expect, test } from "vitest";
import type { NewRecord } from "#lib/contract/index.ts";
import { describeBankRules } from "#tests/support/portals/bank-rules.ts";
import {
  bankScene,
  companyRut,
  inPortalWords,
  month,
  type TruthRow,
  untold,
} from "#tests/support/scenes/bank-scene.ts";
import { rewritingProxy } from "#tests/support/servers/rewriting-proxy.ts";

const bank = bankScene("banco_a");
const octubre = month("2026-10");
const noviembre = month("2026-11");

describeBankRules(bank, {
  wrongClave: "otra-clave",
  alcances: ["saldos", "movimientos"],
  tellsMonths: ["movimientos"],
  unreadable: { printed: /<td>Pesos(?=<\/td>\s*<td>Vigente)/, as: "<td>Yenes" },
  otherPortal: false,
});

function withBalance(record: NewRecord): TruthRow {
  return { ...inPortalWords(record), saldo: Number(record.payload["saldo"]) };
}

/** A stable sort keeps the bank's own order inside an account and day. */
function byAccountAndDay(rows: readonly TruthRow[]): TruthRow[] {
  return inPlaces(rows, ({ cuenta, fecha }) => `${cuenta}|${fecha}`);
}

/** Records in the order of their sort keys, accounts one after the other. */
function inOrder(records: readonly NewRecord[]): NewRecord[] {
  return inPlaces(records, ({ sortKey }) => {
    const [fecha, cuenta, position] = sortKey.split("|");
    return `${cuenta}|${fecha}|${position}`;
  });
}

function inPlaces<Row>(rows: readonly Row[], placeOf: (row: Row) => string): Row[] {
  const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
  return rows.toSorted((one, other) => compare(placeOf(one), placeOf(other)));
}

/** What two equal charges share. */
function looks({ payload }: NewRecord): string {
  const { numeroCuenta, fecha, descripcion, numeroDocumento, monto, type } = payload;
  return JSON.stringify([numeroCuenta, fecha, descripcion, numeroDocumento, monto, type]);
}

describe("a good login", () => {
  // September has exactly 1,000 rows in one account and none in another; November is not over.
  test("reads three months of three accounts as the bank has them", async () => {
    const driver = await bank.enter();
    const ids = new Set<string>();
    let twins = 0;
    let count = 0;
    for (const periodo of ["2026-09", "2026-10", "2026-11"]) {
      const reading = await driver.read("movimientos", month(periodo));
      const records = bank.records(reading, "movimientos");
      const rows = await bank.truth("movimientos", periodo);
      expect(inOrder(records).map(withBalance)).toEqual(byAccountAndDay(rows));
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
    expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1, max_sessions: 1 });
  }, 90_000);

  test("reads balances and accounts", async () => {
    const driver = await bank.enter();
    const reading = await driver.read("saldos", noviembre);
    const rows = await bank.truth("saldos", "2026-11");
    const read = bank.records(reading, "saldos").map(({ payload }) => ({
      cuenta: payload["numeroCuenta"],
      fecha: payload["fecha"],
      contable: payload["saldoContable"],
      disponible: payload["saldoDisponible"],
      moneda: payload["moneda"],
    }));
    expect(rows).toHaveLength(3);
    expect(read).toEqual(rows);
    expect(bank.records(reading, "cuentas").map(({ id }) => id)).toEqual(
      rows.map(({ cuenta }) => cuenta),
    );
  });

  test("reads the same rows under the same keys, and a later row changes no other key", async () => {
    const driver = await bank.enter();
    const first = bank.records(await driver.read("movimientos", octubre), "movimientos");
    const again = bank.records(await driver.read("movimientos", octubre), "movimientos");
    expect(again).toEqual(first);
    await bank.addRows({
      periodo: "2026-10",
      rows: [{ fecha: "2026-10-12", glosa: "Abono que llegó tarde", abono: 1_000 }],
    });
    const later = bank.records(await driver.read("movimientos", octubre), "movimientos");
    const known = new Set(first.map(({ id }) => id));
    expect(later.filter(({ id }) => !known.has(id))).toHaveLength(1);
    expect(later).toHaveLength(first.length + 1);
    const places = new Map(first.map(({ id, sortKey }) => [id, sortKey]));
    const moved = later.filter(({ id, sortKey }) => places.get(id) !== sortKey);
    expect(moved).toHaveLength(1);
  }, 60_000);

  test("opens the company asked for, which is not the first of the list", async () => {
    const { driver } = await bank.open();
    expect(await driver.login({ ...bank.credential, rut: "12.345.678-5" }, null, untold)).toEqual({
      kind: "ok",
      company: { rut: companyRut, razonSocial: "Importadora Ñuble & Cía. Ltda." },
    });
  });
});

test("an account that the search no longer offers is cut, and the others are read", async () => {
  const before = await bank.enter();
  const [first, ...others] = bank.records(await before.read("saldos", noviembre), "saldos");
  await before.logout();
  const gone = String(first?.payload["numeroCuenta"]);
  const option = new RegExp(String.raw`<option value="\d+">[^<]*${gone}</option>`);
  const proxy = await rewritingProxy(bank.origin(), (body) => body.replace(option, ""));
  try {
    const driver = await bank.enter({ baseUrl: `${proxy.url}/portals/banco_a` });
    const { incompletos, completo, completoPorCuenta, cortadas, ...reading } = await driver.read(
      "movimientos",
      octubre,
    );
    const names = others.map(({ payload }) => String(payload["numeroCuenta"]));
    expect({ incompletos, completo, cortadas }).toEqual({
      incompletos: 0,
      completo: false,
      cortadas: [gone],
    });
    expect(completoPorCuenta).toEqual({
      [gone]: false,
      ...Object.fromEntries(names.map((name) => [name, true])),
    });
    const read = bank.records({ ...reading, incompletos, completo }, "movimientos");
    expect(read.map(({ account }) => account)).toContain(names[0]);
    expect(read.map(({ account }) => account)).not.toContain(gone);
    await driver.logout();
  } finally {
    proxy.close();
  }
}, 60_000);

test("a page that hangs ends in timeout, and we still log out", async () => {
  const driver = await bank.enter({ navigationLimitMs: 600 });
  await bank.fault("hang");
  await expect(driver.read("movimientos", octubre)).rejects.toMatchObject({ code: "timeout" });
  await driver.logout();
  expect(await bank.log()).toMatchObject({ logins: 1, logouts: 1 });
});

test("evidence contains neither the credential nor an amount", async () => {
  const portal = await bank.open();
  await portal.driver.login(bank.credential, companyRut, untold);
  await portal.driver.read("saldos", noviembre);
  const seen = await portal.evidence();
  expect(seen?.text).toContain("Saldo Contable");
  expect(seen?.text).not.toMatch(/\d{2}/);
  expect(seen?.text).not.toContain("clave-bancoa");
  expect(seen?.screenshot?.length).toBeGreaterThan(1_000);

  const refused = await bank.open();
  await refused.driver.login({ rut: "11111111-1", clave: "otra-clave" }, companyRut, untold);
  const atLogin = await refused.evidence();
  expect(atLogin?.text).toContain("no son correctos");
  expect(atLogin?.text).not.toContain("otra-clave");
  expect(atLogin?.screenshot).toBeNull();
});
