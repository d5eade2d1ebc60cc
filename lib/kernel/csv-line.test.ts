import { expect, test } from "vitest";
import { csvLine } from "./csv-line.ts";

test("what would end a cell is quoted, an unknown value is empty, and an object is JSON", () => {
  const texts = ['dijo "sí"', "uno,dos", "línea\nsiguiente", "uno;dos"];
  expect(csvLine(texts)).toBe('"dijo ""sí""","uno,dos","línea\nsiguiente","uno;dos"\r\n');
  const values = [null, undefined, true, -1234.5, { rut: "1-9" }, new Date(0)];
  expect(csvLine(values)).toBe(',,true,-1234.5,"{""rut"":""1-9""}",1970-01-01T00:00:00.000Z\r\n');
});

/** The cells as spreadsheets see them: with the separator of their country, quotes only at the start. */
function cellsIn(line: string, separator: "," | ";"): string[] {
  const cells: string[] = [];
  let rest = line.replace(/\r\n$/, "");
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const end = rest.indexOf(separator, quoted?.[0].length ?? 0);
    const whole = end < 0 ? rest : rest.slice(0, end);
    const inside = quoted?.[1]?.replaceAll('""', '"') ?? "";
    cells.push(quoted === null ? whole : inside + whole.slice(quoted[0].length));
    if (end < 0) return cells;
    rest = rest.slice(end + 1);
  }
}

const formulas = ["=1+1", "+56", "-$1.000", "@suma", "\t=1", "\r=1", "\r\n=1", " =1", '=A("a";1)'];

test.each([
  ...formulas,
  ...formulas.map((text) => `Pago;${text};fin`),
  'Pago;"=1+1";fin',
  'Pago;"=1+1',
  "Pago; =1+1;",
  ";;=1+1;",
])("a spreadsheet of any country reads %j as text", (text) => {
  const line = csvLine(["conn_x", text, { glosa: text }, -1234.5]);
  for (const separator of [",", ";"] as const) {
    const cells = cellsIn(line, separator).filter((cell) => cell !== "-1234.5");
    expect(cells.join(separator)).toContain(text.at(-1));
    expect(cells.filter((cell) => /^[\s"]*[=+@-]/.test(cell))).toEqual([]);
  }
});

test("a text without formulas stays as it is, except for quotes around it", () => {
  const texts = ["Pago 1-2; abono + comisión", "a=b", "x@y.cl", "uno;dos"];
  expect(cellsIn(csvLine(texts), ",")).toEqual(texts);
});
