import { describe, expect, test } from "vitest";
import { savedAnswer } from "../fixtures/load.ts";
import { CurrentStatement, PastStatement } from "../portal.ts";
import { parseAnswer } from "#lib/contract/bank/index.ts";
import { parseCurrent, parsePast } from "./movements.ts";

const account = { numeroCuenta: "75197792669", moneda: "CLP" };
const current = parseAnswer(CurrentStatement, savedAnswer("current-statement").datos).movimientos;
const past = parseAnswer(PastStatement, savedAnswer("past-statement").datos).detalle;

describe("a movement", () => {
  test("that left the account is a credit in the ledger, displayed with a minus", () => {
    const [last] = parseCurrent(current, account).rows;
    expect(last).toEqual({
      number: 2,
      row: {
        id: expect.stringMatching(/^[\w-]{22}$/),
        fecha: "2026-10-31",
        descripcion: "TRASPASO ENTRE CUENTAS PROPIAS",
        numeroDocumento: null,
        numeroCuenta: "75197792669",
        moneda: "CLP",
        monto: 45_100_781,
        type: "credit",
        display: "-$45.100.781",
      },
    });
  });

  test("that came in is a debit, its padded text trimmed", () => {
    const [first] = parsePast(past, account).rows;
    expect(first?.row).toMatchObject({
      fecha: "2026-10-30",
      descripcion: "TRANSFERENCIA DE FONDOS DE Raúl Muñoz Araya",
      numeroDocumento: "53307514",
      monto: 2_075_967,
      type: "debit",
      display: "$2.075.967",
    });
  });

  test("is the same row in both statements, with the same id", () => {
    const newestFirst = parseCurrent(current, account).rows;
    const oldestFirst = parsePast(past, account).rows;
    expect(newestFirst).toHaveLength(9);
    expect(newestFirst).toEqual(oldestFirst.toReversed());
    expect(new Set(newestFirst.map(({ row }) => row.id)).size).toBe(9);
  });

  test("in dollars keeps its cents", () => {
    const dollars = parseAnswer(PastStatement, savedAnswer("past-statement-usd").datos).detalle;
    const { rows } = parsePast(dollars, { numeroCuenta: "55397176182", moneda: "USD" });
    expect(rows.map(({ row }) => [row.monto, row.display])).toEqual([
      [1872.07, "-US$1.872,07"],
      [8839.52, "-US$8.839,52"],
      [18_263.23, "-US$18.263,23"],
    ]);
  });

  test("and its equal twin on the same day stay two", () => {
    const [row] = past;
    if (row === undefined) throw new TypeError("no fixture");
    const twins = parsePast([row, { ...row, ord: "00002" }], account).rows;
    expect(new Set(twins.map(({ row }) => row.id)).size).toBe(2);
  });
});

describe("what cannot be read", () => {
  test.each([
    ["a day that does not exist", { fecha: "31/11/2026" }],
    ["an amount that is none", { monto: "n/d" }],
    ["a side that is not known", { naturaleza: "AJUSTE" }],
    ["a sign that contradicts the side", { naturaleza: "DEBITO", monto: "2.075.967" }],
    ["no place in its day", { ord: "" }],
    ["no text", { descripcion: "   " }],
  ])("a row with %s is counted, the others are read", (_what, wrong) => {
    const [row, ...rest] = past;
    if (row === undefined) throw new TypeError("no fixture");
    const { rows, incompletos } = parsePast([{ ...row, ...wrong }, ...rest], account);
    expect([rows.length, incompletos]).toEqual([8, 1]);
  });

  test("a list of which no row can be read has another shape", () => {
    const wrong = past.map((row) => ({ ...row, monto: "?" }));
    expect(() => parsePast(wrong, account)).toThrow("upstream_unexpected_response");
  });

  test("a missing field is another shape, and its text is not revealed", () => {
    const { datos } = savedAnswer("current-statement");
    const text = JSON.stringify(datos).replaceAll('"cargo"', '"giro"');
    const failure = caught(() => parseAnswer(CurrentStatement, JSON.parse(text)));
    expect(failure).toMatchObject({ code: "upstream_unexpected_response" });
    expect(String((failure as Error).cause)).toBe("Error: an answer with other fields");
  });

  test("a month without rows is read as empty", () => {
    const { detalle } = parseAnswer(PastStatement, savedAnswer("past-statement-empty").datos);
    expect(parsePast(detalle, account)).toEqual({ rows: [], incompletos: 0 });
  });
});

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
