import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  amountOf,
  callerOf,
  logIn,
  movementsPage,
  movementsPages,
  tokenOf,
  type Caller,
  type WirePage,
} from "../../testing/banco-f.ts";
import { listedLogin } from "../../testing/listed-logins.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf } from "../../testing/visitor.ts";

let sandbox: TestSandbox;
let call: Caller;
let accounts: string[];

beforeAll(async () => {
  sandbox = await startTestSandbox();
  const url = `${sandbox.url}/portals/banco_f`;
  call = callerOf(url, tokenOf(await logIn(visitorOf(url))));
  accounts = (await truth<{ cuenta: string }>("cuentas")).map(({ cuenta }) => cuenta);
});
afterAll(() => sandbox.close());

interface TruthRow {
  cuenta: string;
  fecha: string;
  glosa: string;
  detalle: string | null;
  transferenciaRut: string | null;
  documento: string | null;
  cargo: number;
  abono: number;
  saldo: number | null;
  moneda: string;
}

async function truth<T>(resource: string, periodo = "2026-11"): Promise<T[]> {
  const path = `/portals/banco_f/truth?resource=${resource}&periodo=${periodo}`;
  return (await sandbox.control<{ rows: T[] }>("GET", path)).body.rows;
}

/** Newest first, as on the pages. */
async function truthOf(cuenta: string, periodo: string) {
  const rows = await truth<TruthRow>("movimientos", periodo);
  return rows
    .filter((row) => row.cuenta === cuenta)
    .map((row) => ({
      fecha: row.fecha,
      glosa: row.glosa,
      detalle: row.detalle,
      transferenciaRut: row.transferenciaRut,
      documento: row.documento,
      cargo: row.cargo,
      abono: row.abono,
      saldo: row.saldo,
      moneda: row.moneda,
    }))
    .toReversed();
}

function rowsOf(pages: WirePage[]) {
  return pages.flatMap(({ currency, movimientos }) =>
    movimientos.map((row) => ({
      fecha: row.fechaMovimiento.replace(/^(\d{4})(\d\d)(\d\d) .*/, "$1-$2-$3"),
      glosa: row.glosa,
      detalle: row.detalle,
      transferenciaRut: row.transferencia?.rut ?? null,
      documento: row.numeroDocumento === "" ? null : row.numeroDocumento,
      cargo: Math.max(0, -amountOf(row.monto)),
      abono: Math.max(0, amountOf(row.monto)),
      saldo: row.saldo === null ? null : amountOf(row.saldo),
      moneda: currency,
    })),
  );
}

describe("the endpoints of banco_f", () => {
  test.each([
    { what: "exactly 1,000 rows", account: 0, periodo: "2026-09", rows: 1000, pages: 14 },
    { what: "an account without balances", account: 1, periodo: "2026-08", rows: 1000, pages: 14 },
    { what: "one row", account: 1, periodo: "2026-07", rows: 1, pages: 1 },
    { what: "a dollar account", account: 2, periodo: "2025-12", rows: 100, pages: 2 },
    { what: "a full last page", account: 0, periodo: "2025-12", rows: 2400, pages: 32 },
  ])("answer with the truth: $what", async ({ account, periodo, rows, pages }) => {
    const cuenta = accounts[account] ?? "";
    const shown = await movementsPages(call, cuenta, periodo.replace("-", ""));
    const held = await truthOf(cuenta, periodo);
    expect(shown).toHaveLength(pages);
    expect(held).toHaveLength(rows);
    expect(rowsOf(shown)).toEqual(held);
  });

  test("answer an empty month with its own state", async () => {
    const empty = await movementsPage(call, accounts[1] ?? "", "202609");
    expect(empty).toMatchObject({ estado: "SIN_MOVIMIENTOS", movimientos: [], continuacion: null });
    const full = await movementsPage(call, accounts[0] ?? "", "202609");
    expect(full.estado).toBe("CON_MOVIMIENTOS");
  });

  test("end a month at 23:34 in Santiago, and number rows only within the answer", async () => {
    const { movimientos } = await movementsPage(call, accounts[0] ?? "", "202610");
    expect(movimientos[0]?.fechaMovimiento).toBe("20261031 23:34:00");
    expect(movimientos.map(({ orden }) => orden).slice(0, 3)).toEqual([1, 2, 3]);
    const row = { fecha: "2026-10-31", glosa: "AJUSTE", detalle: "Rut Origen: 1-9", abono: 5 };
    await sandbox.control("POST", "/portals/banco_f/rows", { rows: [row] });
    const after = (await movementsPage(call, accounts[0] ?? "", "202610")).movimientos;
    expect(after[0]).toMatchObject({ orden: 1, glosa: "AJUSTE", detalle: "Rut Origen: 1-9" });
    expect(after[1]?.fechaMovimiento).toBe("20261031 23:34:00");
  });

  test("write hundredths in fourteen digits with a trailing minus", async () => {
    const pesos = (await movementsPage(call, accounts[0] ?? "", "202609")).movimientos;
    expect(pesos.every(({ monto }) => /^\d{12}00-?$/.test(monto))).toBe(true);
    expect(pesos.some(({ monto }) => monto.endsWith("-"))).toBe(true);
    const dollars = (await movementsPage(call, accounts[2] ?? "", "202512")).movimientos;
    expect(dollars.some(({ monto }) => !/00-?$/.test(monto))).toBe(true);
  });

  test("give balances under the company's padded RUT", async () => {
    const { body } = await call("/empresas/E2/saldos");
    expect(body["titular"]).toEqual({
      rut: "0765558352",
      nombre: "Importadora Ñuble & Cía. Ltda.",
    });
    const printed = (body["saldos"] as Record<string, string>[]).map((saldo) => ({
      cuenta: saldo["cuenta"],
      moneda: saldo["currency"],
      contable: amountOf(saldo["contable"] ?? ""),
      disponible: amountOf(saldo["disponible"] ?? ""),
    }));
    const rows = await truth<Record<string, unknown>>("saldos");
    expect(printed).toHaveLength(3);
    expect(printed).toEqual(rows.map(({ fecha: _fecha, ...row }) => row));
  });

  test("keep the pages of one reading together while rows arrive", async () => {
    const cuenta = accounts[0] ?? "";
    const first = await movementsPage(call, cuenta, "202611");
    const before = await truthOf(cuenta, "2026-11");
    await sandbox.control("POST", "/clock", { advance: "PT4M" });
    await movementsPage(call, cuenta, "202611");
    await sandbox.control("POST", "/clock", { advance: "PT3M" });
    const second = await movementsPage(call, cuenta, "202611", first.continuacion ?? "");
    expect(rowsOf([first, second])).toEqual(before.slice(0, 150));
  });

  test("refuse a continuation of another account, another month, or an invented one", async () => {
    const [one = "", other = ""] = accounts;
    const { continuacion } = await movementsPage(call, one, "202609");
    const asked = async (cuenta: string, mes: string, token: string) =>
      (await call(`/empresas/E2/cuentas/${cuenta}/movimientos?mes=${mes}&continuacion=${token}`))
        .body.codigo;
    expect(await asked(one, "202609", continuacion ?? "")).toBe("OK");
    expect(await asked(other, "202609", continuacion ?? "")).toBe("CONTINUACION_INVALIDA");
    expect(await asked(one, "202608", continuacion ?? "")).toBe("CONTINUACION_INVALIDA");
    expect(await asked(one, "202609", "otra")).toBe("CONTINUACION_INVALIDA");
  });
});

test("a login is offered its own companies and reaches no other", async () => {
  const url = `${sandbox.url}/portals/banco_f`;
  const login = await listedLogin(sandbox, "banco_f", (one) => one.leadsTo === "other_company");
  const stranger = callerOf(url, tokenOf(await logIn(visitorOf(url), login)));
  const offered = async (of: Caller) =>
    ((await of("/empresas")).body["empresas"] as { id: string; rut: string }[]).map(
      ({ id, rut }) => [id, rut],
    );
  expect(await offered(call)).toEqual([
    ["E1", "0761779079"],
    ["E2", "0765558352"],
  ]);
  expect(await offered(stranger)).toEqual([["E1", "0778792400"]]);
  expect((await stranger("/empresas/E2/saldos")).status).toBe(404);
  expect((await callerOf(url, "otro")("/empresas")).body.codigo).toBe("SESION_FINALIZADA");
});
