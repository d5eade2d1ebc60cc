import { describe, expect, test } from "vitest";
import { parseFecha } from "#lib/chile/index.ts";
import { savedAnswer } from "../fixtures/load.ts";
import { PayrollLines, Payrolls, Received, Sent } from "../portal.ts";
import { parseAccounts } from "./accounts.ts";
import { parseAnswer } from "#lib/contract/bank/index.ts";
import { parseBalances } from "./balances.ts";
import { parsePayrollLines, parsePayrolls } from "./payrolls.ts";
import { parseReceived, parseSent } from "./transfers.ts";

const currencies = new Map([["75197792669", "CLP"]]);
const sent = parseAnswer(Sent, savedAnswer("sent").datos).enviadas;
const received = parseAnswer(Received, savedAnswer("received").datos).recibidas;

describe("transfers", () => {
  test("one sent at 23:41 on the last day belongs to that day, though in UTC it is the next month", () => {
    const [rejected] = parseSent(sent, currencies).rows;
    expect(rejected).toEqual({
      direction: "issued",
      numeroTransaccion: "73932994137426",
      fecha: "2026-09-30",
      hora: "23:41:00",
      numeroCuenta: "75197792669",
      moneda: "CLP",
      monto: 618_763,
      type: "credit",
      display: "-$618.763",
      rutContraparte: "23149183-K",
      nombreContraparte: "Joaquín Muñoz Muñoz",
      bancoContraparte: "Banco Canelo",
      cuentaContraparte: "2319682202",
      mensaje: null,
      estado: "RECHAZADA",
    });
  });

  test("the number is a text of 14 digits with its leading zeros", () => {
    const numbers = parseSent(sent, currencies).rows.map((row) => row.numeroTransaccion);
    expect(numbers[2]).toBe("00052083971237");
  });

  test("one received is a debit at its local time", () => {
    expect(parseReceived(received, currencies).rows[1]).toEqual({
      direction: "received",
      numeroTransaccion: "89397033518601",
      fecha: "2026-09-30",
      hora: "20:23:27",
      numeroCuenta: "75197792669",
      moneda: "CLP",
      monto: 2_156_629,
      type: "debit",
      display: "$2.156.629",
      rutContraparte: "11123533-3",
      nombreContraparte: "Begoña Vergara Vergara",
      bancoContraparte: "Banco Canelo",
      cuentaContraparte: "4169682718",
      mensaje: null,
      estado: "APLICADA",
    });
  });

  test.each([
    ["an instant without a zone", { fechaHora: "2026-10-01T02:41:00" }],
    ["a placeholder for an instant", { fechaHora: "0001-01-01T00:00:00Z" }],
    ["a year that no calendar of ours has", { fechaHora: "9999-12-31T23:59:59Z" }],
    ["a number of 13 digits", { numTransaccion: "7393299413742" }],
    ["an account that is not the company's", { ctaOrigen: "1" }],
    ["an amount without its minus", { monto: "$618.763" }],
  ])("one with %s is counted, not read", (_what, wrong) => {
    const [row, ...rest] = sent;
    if (row === undefined) throw new TypeError("no fixture");
    const { rows, incompletos } = parseSent([{ ...row, ...wrong }, ...rest], currencies);
    expect([rows.length, incompletos]).toEqual([2, 1]);
  });
});

describe("payrolls", () => {
  const raws = parseAnswer(Payrolls, savedAnswer("payrolls").datos).nominas;

  test("a total in hundredths with a trailing minus is what leaves the account", () => {
    const [, canceled, salaries] = parsePayrolls(raws).rows;
    expect(salaries).toEqual({
      madeAt: 112_000,
      row: {
        idNomina: "530949783",
        nombre: "Remuneraciones 09/2026",
        fecha: "2026-09-18",
        fechaPago: "2026-09-20",
        tipoNomina: "remuneraciones",
        estado: "PAGADA CON RECHAZOS",
        numRegistros: 2300,
        numeroCuenta: null,
        moneda: "CLP",
        monto: 2_942_573_475,
        type: "credit",
        display: "-$2.942.573.475",
      },
    });
    expect(canceled?.row).toMatchObject({ nombre: null, tipoNomina: "proveedores" });
  });

  test("a batch of 23:45 on the last day belongs to that day", () => {
    expect(parsePayrolls(raws).rows.at(-1)).toMatchObject({
      madeAt: 234_500,
      row: { fecha: "2026-09-30", fechaPago: "2026-10-02", tipoNomina: "otros" },
    });
  });

  test("lines say who, where and why not; a cheque has no account", () => {
    const { pagos } = parseAnswer(PayrollLines, savedAnswer("payroll-lines").datos);
    const { rows, incompletos } = parsePayrollLines(pagos, "530949783");
    expect(incompletos).toBe(0);
    expect(rows.map((row) => [row.linea, row.tipoCuenta, row.monto, row.motivoRechazo])).toEqual([
      [1, "vista", 1_774_380, null],
      [2, "corriente", 709_995, null],
      [6, null, 208_519, null],
      [13, "corriente", 421_790, "CUENTA CERRADA"],
    ]);
    expect(rows[2]).toMatchObject({
      rutBeneficiario: "15742511-0",
      bancoBeneficiario: null,
      cuentaBeneficiario: null,
      medioPago: "VALE VISTA",
      display: "-$208.519",
    });
  });
});

describe("balances and accounts", () => {
  test("each account has three balances, in its currency", () => {
    const today = parseFecha("2026-11-21");
    if (today === null) throw new TypeError("no day");
    const { rows } = parseBalances(savedAnswer("balances").datos, today);
    expect(rows).toHaveLength(3);
    expect(rows[2]).toEqual({
      fecha: "2026-11-21",
      numeroCuenta: "55397176182",
      moneda: "USD",
      saldoContable: 99_089.4,
      saldoDisponible: 96_612.17,
      saldoProvisorio: 100_740.89,
    });
  });

  test("an overdraft keeps its sign", () => {
    const datos = structuredClone(savedAnswer("balances").datos) as {
      saldos: { saldoDisponible: string }[];
    };
    for (const saldo of datos.saldos) saldo.saldoDisponible = "$-1.234";
    const today = parseFecha("2026-11-21");
    if (today === null) throw new TypeError("no day");
    expect(parseBalances(datos, today).rows[0]?.saldoDisponible).toBe(-1234);
  });

  test("accounts have no state, since the portal prints none", () => {
    expect(parseAccounts(savedAnswer("accounts").datos).rows[1]).toEqual({
      numeroCuenta: "88872106945",
      tipo: "CUENTA VISTA EMPRESA",
      moneda: "CLP",
      estado: null,
    });
  });
});
