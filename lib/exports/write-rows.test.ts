import { expect, test } from "vitest";
import { rowFormats } from "./write-rows.ts";

const { csv, ndjson } = rowFormats;

test("CSV is RFC 4180: what would end a cell is quoted, an unknown value is empty", () => {
  const fields = ["a", "b", "c", "d"];
  expect(csv.head(fields)).toBe("a,b,c,d\r\n");
  const rows = [
    { a: 'dijo "sí"', b: "uno,dos", c: "línea\nsiguiente", d: null },
    { a: true, b: -1234.5, c: { rut: "1-9" } },
  ];
  expect(csv.rows(fields, rows).split("\r\n")).toEqual([
    '"dijo ""sí""","uno,dos","línea\nsiguiente",',
    'true,-1234.5,"{""rut"":""1-9""}",',
    "",
  ]);
});

test.each(["=1+1", "+56", "-$1.000", "@suma", "\tx", "\rx"])(
  "a spreadsheet reads the text %j as text",
  (text) => {
    const [cell = ""] = csv.rows(["a"], [{ a: text }]).split("\r\n");
    expect(cell.replaceAll('"', "").startsWith("'")).toBe(true);
  },
);

test("a line of NDJSON is the row itself", () => {
  const rows = [{ a: "=1\n2", b: null }, { a: "ñ" }];
  const lines = ndjson.rows([], rows).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
});
