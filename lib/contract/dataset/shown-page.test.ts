import { describe, expect, test } from "vitest";
import { FinishedRows } from "./finished-rows.ts";
import { showPage, wrongFields } from "./shown-page.ts";

const page = { list: "filas_", fields: ["id", "monto", "nota"] };
const rows = [
  { id: "a", monto: 1, nota: "x" },
  { id: "b", monto: 2 },
];
const answer = { filas_: rows, cursor: null };

describe("a page is shown", () => {
  test("unchanged when nothing else is requested, with its finished rows untouched", () => {
    const finished = new FinishedRows('{"id":"a"}');
    expect(showPage({ filas_: finished }, page, { formato: "filas" })["filas_"]).toBe(finished);
    expect(showPage(answer, page, {})).toBe(answer);
  });

  test("with the named fields, in their order; a field that a row lacks is null", () => {
    expect(showPage(answer, page, { campos: ["nota", "id"] })["filas_"]).toEqual([
      { nota: "x", id: "a" },
      { nota: null, id: "b" },
    ]);
  });

  test("as columns: the names once, and the values of each row", () => {
    const shown = showPage(answer, page, { formato: "columnas", campos: ["monto", "nota"] });
    expect(shown).toEqual({
      filas_: {
        columnas: ["monto", "nota"],
        filas: [
          [1, "x"],
          [2, null],
        ],
      },
      cursor: null,
    });
  });

  test("as columns of finished rows, with every field that some row has", () => {
    const finished = new FinishedRows(rows.map((row) => JSON.stringify(row)).join(","));
    const shown = showPage({ filas_: finished }, page, { formato: "columnas" })["filas_"];
    expect(shown).toEqual({
      columnas: ["id", "monto", "nota"],
      filas: [
        ["a", 1, "x"],
        ["b", 2, null],
      ],
    });
  });
});

test("a field that rows lack, or that is named twice, is reported by its path", () => {
  expect(wrongFields({ campos: ["id", "saldo", "id"] }, page.fields)).toMatchObject([
    { path: ["campos", 1], code: "invalid_choice", message: expect.stringContaining("monto") },
    { path: ["campos", 2], code: "not_allowed" },
  ]);
  expect(wrongFields({}, page.fields)).toEqual([]);
});
