import { expect, test } from "vitest";
import { rowFormats } from "./write-rows.ts";

const { csv, ndjson } = rowFormats;

test("CSV has a line of fields, then each row's values in their order", () => {
  const fields = ["a", "b"];
  expect(csv.head(fields)).toBe("a,b\r\n");
  expect(csv.rows(fields, [{ b: "=1+1", a: 2, c: 3 }, { a: null }])).toBe('2,"\'=1+1"\r\n,\r\n');
});

test("a line of NDJSON is the row itself", () => {
  const rows = [{ a: "=1\n2", b: null }, { a: "ñ" }];
  const lines = ndjson.rows([], rows).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
});
