import { describe, expect, test } from "vitest";
import { balancesMeet } from "#lib/contract/bank/index.ts";
import { rowOf } from "#tests/support/planted/row-of.ts";
import type { Movimiento } from "../store.ts";
import { movimientosConsultar } from "../tools/movimientos-consultar.ts";
import { balancedRows } from "./balanced-rows.ts";
import { movementRows } from "./movement-rows.ts";
import { correctedMovements } from "./corrected-movements.ts";

let written = 0;

type Parts = Parameters<typeof rowOf<Movimiento>>[1];

function row(parts: Parts): Movimiento {
  written += 1;
  return rowOf(movimientosConsultar, {
    id: `row-${written}`,
    fecha: "2026-10-18",
    ingreso: "2026-10-18T10:30:48",
    numeroDocumento: "75749219",
    numeroCuenta: "34946893947",
    monto: 2_359_741,
    type: "credit",
    saldoContable: 80_216_967,
    ...parts,
  });
}

/** The next row of the account: it moves the balance by its own amount, or by `moved`. */
function after(before: Movimiento, parts: Parts, moved?: number): Movimiento {
  const next = row(parts);
  const full = next.type === "credit" ? -next.monto : next.monto;
  return { ...next, saldoContable: before.saldoContable + (moved ?? full) };
}

const later = { ingreso: "2026-10-19T10:30:48", monto: 2_346_741 };
const latest = { ingreso: "2026-10-21T09:00:00", monto: 2_340_000 };

/** The rows of each movement by id; the one that counts is last. */
function groups(rows: readonly Movimiento[]): string[][] {
  return correctedMovements(rows).map((written) => written.map(({ id }) => id));
}

describe("a correction", () => {
  test("moves the balance by its difference from the row with the same day, document and side", () => {
    const wrong = row({});
    const right = after(wrong, later, 13_000);
    expect(groups([wrong, right])).toEqual([[wrong.id, right.id]]);
  });

  test("of the text only is one too, and can be corrected again", () => {
    const wrong = row({ descripcion: "Movimiento por identificar" });
    const right = after(wrong, { ...later, monto: wrong.monto }, 0);
    const again = after(right, latest, 19_741);
    expect(groups([wrong, right, again])).toEqual([[wrong.id, right.id, again.id]]);
  });

  test("may have other rows before it, and have cents", () => {
    const wrong = row({ monto: 100.1, saldoContable: 500.3 });
    const other = after(wrong, { numeroDocumento: null, monto: 7.7, type: "debit" });
    const right = after(other, { ...later, monto: 100.4 }, -0.3);
    expect(groups([wrong, other, right])).toEqual([[wrong.id, right.id], [other.id]]);
  });

  test("corrects one of two twins", () => {
    const one = row({});
    const twin = after(one, {});
    const right = after(twin, later, 13_000);
    expect(groups([one, twin, right])).toEqual([[one.id, right.id], [twin.id]]);
  });
});

describe("a row that corrects nothing", () => {
  const wrong = row({});
  test.each<[string, Movimiento]>([
    ["the twin of a charge", after(wrong, {})],
    ["a twin that was entered later", after(wrong, { ingreso: later.ingreso })],
    ["the other side of the document", after(wrong, { ...later, type: "debit" })],
    ["another document", after(wrong, { ...later, numeroDocumento: "75749220" }, 13_000)],
    ["another day", after(wrong, { ...later, fecha: "2026-10-19" }, 13_000)],
    ["another account", after(wrong, { ...later, numeroCuenta: "49776620976" }, 13_000)],
    ["another amount of the same second", after(wrong, { monto: 1 }, 2_359_740)],
    ["a row that moved the balance by all it says", after(wrong, later)],
    ["a row of which the balance says neither", after(wrong, later, 5)],
  ])("%s is its own movement", (_what, other) => {
    expect(groups([wrong, other])).toEqual([[wrong.id], [other.id]]);
  });

  test("a transfer, its fee and the fee's tax under one number are three movements", () => {
    const transfer = row({ monto: 5_000_000 });
    const fee = after(transfer, { monto: 300, ingreso: "2026-10-18T10:30:49" });
    const tax = after(fee, { monto: 57, ingreso: "2026-10-18T10:30:50" });
    expect(groups([transfer, fee, tax])).toEqual([[transfer.id], [fee.id], [tax.id]]);
  });

  test.each([null, "0", "00000000"])("with the document %j nobody can tell", (numeroDocumento) => {
    const one = row({ numeroDocumento });
    expect(
      correctedMovements([one, after(one, { numeroDocumento, ...later }, 13_000)]),
    ).toHaveLength(2);
  });
});

/** The rows that count, by the keys they are stored under. */
function kept(rows: readonly Movimiento[]): Map<string, unknown> {
  const counting = movementRows(rows).filter(({ uncounted }) => uncounted === true);
  return new Map(
    counting.flatMap(({ records }) => records.map(({ id, payload }) => [id, payload["id"]])),
  );
}

describe("the row that counts", () => {
  const transfer = row({ monto: 5_000_000 });
  const fee = after(transfer, { monto: 300, ingreso: "2026-10-18T10:30:49" });
  const tax = after(fee, { monto: 57, ingreso: "2026-10-18T10:30:50" });

  test("is stored under its movement, which a correction does not change", () => {
    const right = after(tax, { ...later, monto: 350 }, -50);
    expect(kept([transfer, fee, tax])).toEqual(
      new Map([transfer, fee, tax].map(({ id }) => [id, id])),
    );
    expect(kept([transfer, fee, tax, right])).toEqual(
      new Map([transfer, fee, tax].map(({ id }) => [id, id === fee.id ? right.id : id])),
    );
  });

  test("does not replace another movement where the list was cut before it", () => {
    const whole = kept([transfer, fee, tax]);
    const cut = kept([fee, tax]);
    expect(cut.size).toBe(2);
    for (const [key, id] of cut) expect(whole.get(key)).toBe(id);
  });
});

test("balances follow from each other, with corrections that move them by their difference", () => {
  const wrong = row({});
  const other = after(wrong, { numeroDocumento: null, monto: 7, type: "debit" });
  const right = after(other, later, 13_000);
  const again = after(right, latest, 6_741);
  const last = after(again, { numeroDocumento: "1", monto: 5 });
  const rows = [wrong, other, right, again, last];
  expect(balancesMeet(balancedRows(rows))).toBe(true);
  expect(balancesMeet(balancedRows([wrong, right, again, last]))).toBe(false);
  expect(balancesMeet(balancedRows([...rows, last]))).toBe(false);
});
