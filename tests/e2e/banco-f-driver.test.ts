import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { counterpartyOf } from "#lib/connectors/banco_f/parse/counterparty.ts";
import { MovimientoGuardado } from "#lib/connectors/banco_f/store.ts";
import type { NewRecord } from "#lib/contract/index.ts";
import { bankReader, type BankReader, type Row } from "#tests/support/portals/bank-reader.ts";
import { describeBankRules } from "#tests/support/portals/bank-rules.ts";
import {
  bankScene,
  companyRut,
  month,
  only,
  type TruthRow,
  untold,
} from "#tests/support/scenes/bank-scene.ts";
import { rewritingProxy } from "#tests/support/servers/rewriting-proxy.ts";
import { syncScene, type SyncScene } from "#tests/support/scenes/sync-scene.ts";

const bank = bankScene("banco_f");
const now = month("2026-11");

describeBankRules(bank, {
  wrongClave: "otra-clave",
  alcances: ["saldos", "movimientos"],
  unreadable: { printed: /"numero":"(\d+)"/, as: '"numero":"x$1"' },
});

test("a login that is thrown out before it sees the company's data is busy", async () => {
  const proxy = await rewritingProxy(bank.origin(), (body) =>
    body.includes('"cuentas":[') ? '{"codigo":"SESION_FINALIZADA"}' : body,
  );
  try {
    const { driver } = await bank.open({ baseUrl: `${proxy.url}/portals/banco_f` });
    expect(await driver.login(bank.credential, companyRut, untold)).toEqual({ kind: "busy" });
  } finally {
    proxy.close();
  }
});

function newestFirst(records: NewRecord[]): NewRecord[] {
  return records.toSorted((a, b) => (a.sortKey > b.sortKey ? -1 : 1));
}

/** With the counterparty that a reader of the stored row would get. */
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

  test("a month read again has the same ids, although the bank renumbers its rows", async () => {
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

describe("stored rows", () => {
  let scene: SyncScene;
  let reader: BankReader;
  let rows: Row[];
  beforeAll(async () => {
    scene = await syncScene();
    reader = await bankReader(scene, await scene.organization(), "banco_f");
    await reader.sync(past(), ["movimientos"]);
    rows = await reader.readAll("movimientos", { periodo: past() });
  }, 60_000);
  afterAll(() => scene?.close());

  /** The last whole October: what a month holds goes by the calendar. */
  function past() {
    let periodo = addMonths(periodoOf(scene.clock.now()), -1);
    while (!periodo.endsWith("10")) periodo = addMonths(periodo, -1);
    return periodo;
  }

  test("a movement is returned with its counterparty, and without the texts needed only for that", async () => {
    const truth = await reader.truth("movimientos", past());
    expect(rows).toHaveLength(truth.length);
    const told = (row: Row) => row["counterparty"] as unknown as Record<string, string> | null;
    const ruts = rows.map((row) => told(row)?.["rut"] ?? null).filter((rut) => rut !== null);
    const expected = truth.map((row) => row["contraparteRut"]).filter((rut) => rut !== null);
    expect(ruts.toSorted()).toEqual(expected.map(String).toSorted());
    expect(new Set(rows.map((row) => row["counterpartySource"]))).toEqual(
      new Set([null, "glosa", "detalle", "transferencia"]),
    );
    for (const row of rows) {
      expect(row["counterpartySource"] === null).toBe(told(row) === null);
      expect(Object.keys(row)).not.toContain("detalle");
      expect(Object.keys(row)).not.toContain("ultimaLecturaEn");
      expect(row["observedAt"]).toMatch(/Z$/);
    }
  });

  test("type is the side of the ledger: both sides together are all rows", async () => {
    const [out, into] = [
      await reader.readAll("movimientos", { periodo: past(), type: "credit" }),
      await reader.readAll("movimientos", { periodo: past(), type: "debit" }),
    ];
    const truth = await reader.truth("movimientos", past());
    expect(out).toHaveLength(truth.filter((row) => Number(row["cargo"]) > 0).length);
    expect(into).toHaveLength(truth.filter((row) => Number(row["abono"]) > 0).length);
    expect(out.every((row) => String(row["display"]).startsWith("-"))).toBe(true);
  });

  test("pages of 7 and of 500 are the same rows in the same order", async () => {
    const input = { periodo: past(), desde: `${past()}-25` };
    const whole = await reader.readAll("movimientos", input);
    expect(whole.length).toBeGreaterThan(14);
    expect(await reader.readAll("movimientos", { ...input, limit: 7 })).toEqual(whole);
    const days = whole.map((row) => String(row["fecha"]));
    expect(days).toEqual(days.toSorted().toReversed());
  });

  test("balances are of the observed day, and accounts say their currency", async () => {
    const [outcome] = await reader.sync(periodoOf(scene.clock.now()), ["saldos"]);
    expect(outcome).toMatchObject({ status: "ok", records_synced: 3 });
    const saldos = await reader.readAll("saldos", {});
    expect(saldos).toHaveLength(3);
    for (const row of saldos) expect(row["observedDay"]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const cuentas = await reader.readAll("cuentas", {});
    expect(cuentas.map((row) => String(row["moneda"])).toSorted()).toEqual(["CLP", "CLP", "USD"]);
  });
});
