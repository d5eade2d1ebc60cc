import { describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import type { Movimiento } from "../store.ts";
import { movementsOf } from "./movements-of.ts";

let written = 0;

function row(parts: Partial<Movimiento>): Movimiento {
  written += 1;
  return {
    id: `row-${written}`,
    fecha: Fecha.parse("2026-10-18"),
    ingreso: "2026-10-18T10:30:48",
    descripcion: "Pago factura Viñedos Pérez",
    numeroDocumento: "75749219",
    numeroCuenta: "34946893947",
    moneda: "CLP",
    monto: 2_359_741,
    type: "credit",
    display: "-$2.359.741",
    saldoContable: 80_216_967,
    ...parts,
  };
}

const later = { ingreso: "2026-10-19T10:30:48", monto: 2_346_741 };
const latest = { ingreso: "2026-10-21T09:00:00", monto: 2_340_000 };

/** The rows of each movement by id, what counts last. */
function groups(rows: readonly Movimiento[]): string[][] {
  return movementsOf(rows).map((movement) => movement.rows.map(({ id }) => id));
}

describe("a correction", () => {
  test("is of the movement with its day, document and side", () => {
    const [wrong, right] = [row({}), row(later)];
    expect(groups([wrong, right])).toEqual([[wrong.id, right.id]]);
    expect(groups([right, wrong])).toEqual([[wrong.id, right.id]]);
  });

  test("of the text alone is one too, and can be corrected again", () => {
    const wrong = row({ descripcion: "Movimiento por identificar" });
    const right = row({ ...later, monto: wrong.monto });
    const again = row(latest);
    expect(groups([wrong, right, again])).toEqual([[wrong.id, right.id, again.id]]);
  });

  test("leaves the movement its key", () => {
    const wrong = row({});
    const [before] = movementsOf([wrong]);
    const [after] = movementsOf([wrong, row(later)]);
    expect(after?.key).toBe(before?.key);
  });

  test("corrects one of two twins", () => {
    const [one, twin, right] = [row({}), row({}), row(later)];
    expect(groups([one, twin, right])).toEqual([[one.id, right.id], [twin.id]]);
  });
});

describe("what corrects nothing", () => {
  test.each([
    ["the twin of a charge", {}],
    ["a twin that was entered later", { ingreso: later.ingreso }],
    ["the other side of the document", { ...later, type: "debit" as const }],
    ["another document", { ...later, numeroDocumento: "75749220" }],
    ["another day", { ...later, fecha: Fecha.parse("2026-10-19") }],
    ["another account", { ...later, numeroCuenta: "49776620976" }],
    ["another amount of the same second", { monto: 1 }],
  ])("%s is a movement of its own", (_what, other) => {
    const movements = movementsOf([row({}), row(other)]);
    expect(movements).toHaveLength(2);
    expect(new Set(movements.map(({ key }) => key)).size).toBe(2);
  });

  test("without a document nobody can tell", () => {
    const none = { numeroDocumento: null };
    expect(movementsOf([row(none), row({ ...none, ...later })])).toHaveLength(2);
  });
});
