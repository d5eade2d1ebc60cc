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
  test("as it is when nothing else is asked for, its finished rows untouched", () => {
    const finished = new FinishedRows('{"id":"a"}');
    expect(showPage({ filas_: finished }, page, { formato: "filas" })["filas_"]).toBe(finished);
    expect(showPage(answer, page, {})).toBe(answer);
  });

  test("with the fields that are named, in their order; what a row lacks is null", () => {
    expect(showPage(answer, page, { campos: ["nota", "id"] })["filas_"]).toEqual([
      { nota: "x", id: "a" },
      { nota: null, id: "b" },
    ]);
  });

  test("as columns: the names once, each row its values", () => {
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

  test("as columns of finished rows, and of all fields that some row has", () => {
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

test("a field that rows lack, or that is named twice, is told by its place", () => {
  expect(wrongFields({ campos: ["id", "saldo", "id"] }, page.fields)).toMatchObject([
    { path: ["campos", 1], code: "invalid_choice", message: expect.stringContaining("monto") },
    { path: ["campos", 2], code: "not_allowed" },
  ]);
  expect(wrongFields({}, page.fields)).toEqual([]);
});
