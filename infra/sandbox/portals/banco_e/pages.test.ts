import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { amountOf, enter, isoDay, tablePage, tablePages } from "../../testing/banco-e.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { dataTable } from "../../testing/tables.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { emptyId } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
let accounts: string[];

beforeAll(async () => {
  sandbox = await startTestSandbox();
  visitor = visitorOf(`${sandbox.url}/portals/banco_e`);
  await enter(visitor);
  accounts = (await truth<{ cuenta: string }>("cuentas")).map(({ cuenta }) => cuenta);
});
afterAll(() => sandbox.close());

interface TruthRow {
  cuenta: string;
  fecha: string;
  fechaContable: string | null;
  glosa: string;
  sucursal: string | null;
  documento: string | null;
  cargo: number;
  abono: number;
  saldo: number | null;
  moneda: string;
}

async function truth<T>(resource: string, periodo = "2026-11"): Promise<T[]> {
  const path = `/portals/banco_e/truth?resource=${resource}&periodo=${periodo}`;
  return (await sandbox.control<{ rows: T[] }>("GET", path)).body.rows;
}

/** Newest first, as the pages print it. */
async function truthOf(cuenta: string, periodo: string): Promise<TruthRow[]> {
  const rows = await truth<TruthRow>("movimientos", periodo);
  return rows.filter((row) => row.cuenta === cuenta).toReversed();
}

function rowsOf(cuenta: string, pages: string[]): TruthRow[] {
  const cells = pages.flatMap((page) => dataTable(page, "movs").slice(1));
  return cells.map(
    ([fecha = "", contable = "", glosa = "", oficina, doc, monto = "", tipo, saldo]) => {
      const amount = amountOf(monto) ?? Number.NaN;
      if (amount < 0 !== (tipo === "C")) throw new Error(`${monto} ${tipo}`);
      return {
        cuenta,
        fecha: isoDay(fecha),
        fechaContable: contable === "" ? null : isoDay(contable),
        glosa,
        sucursal: oficina === "" ? null : (oficina ?? null),
        documento: doc === "" ? null : (doc ?? null),
        cargo: Math.max(0, -amount),
        abono: Math.max(0, amount),
        saldo: amountOf(saldo ?? ""),
        moneda: "CLP",
      };
    },
  );
}

describe("the pages of banco_e", () => {
  test.each([
    { what: "exactly 1,000 rows", account: 0, periodo: "2026-09", rows: 1000, pages: 10 },
    { what: "one row", account: 1, periodo: "2026-07", rows: 1, pages: 1 },
    { what: "the crowded month", account: 0, periodo: "2025-12", rows: 2400, pages: 24 },
    { what: "the short month", account: 0, periodo: "2026-02", rows: 40, pages: 1 },
  ])("print the truth: $what", async ({ account, periodo, rows, pages }) => {
    const cuenta = accounts[account] ?? "";
    const shown = await tablePages(visitor, cuenta, periodo);
    const held = await truthOf(cuenta, periodo);
    expect(shown).toHaveLength(pages);
    expect(held).toHaveLength(rows);
    expect(rowsOf(cuenta, shown)).toEqual(held);
  });

  test("print the current month up to today, whose rows have no accounting day yet", async () => {
    const cuenta = accounts[0] ?? "";
    const shown = rowsOf(cuenta, await tablePages(visitor, cuenta, "2026-11"));
    expect(shown).toEqual(await truthOf(cuenta, "2026-11"));
    expect(shown.length).toBeGreaterThan(50);
    expect(shown[0]?.fecha).toBe("2026-11-21");
    expect(shown[0]?.fechaContable).toBeNull();
    expect(shown.at(-1)?.fechaContable).toBe("2026-11-02");
  });

  test("print one balance per day, the last", async () => {
    const cuenta = accounts[0] ?? "";
    const shown = rowsOf(cuenta, await tablePages(visitor, cuenta, "2026-09"));
    const days = new Set(shown.map(({ fecha }) => fecha));
    const known = shown.filter(({ saldo }) => saldo !== null);
    expect(known).toHaveLength(days.size);
    expect(new Set(known.map(({ fecha }) => fecha))).toEqual(days);
    expect(shown[0]?.saldo).not.toBeNull();
  });

  test("mark a month without movements, and no other", async () => {
    const empty = (await tablePage(visitor, accounts[1] ?? "", "2026-09")).text;
    expect(empty).toContain(`id="${emptyId}"`);
    expect(empty).not.toContain("<table");
    expect((await tablePage(visitor, accounts[0] ?? "", "2026-09")).text).not.toContain(emptyId);
    expect((await visitor.get("/movimientos")).text).not.toContain(emptyId);
  });

  test("have buttons for the first page, the last, and those around", async () => {
    const buttons = async (pagina: number) => {
      const { text } = await tablePage(visitor, accounts[0] ?? "", "2025-12", pagina);
      return [...text.matchAll(/data-pagina="(\d+)"/g)].map(([, number]) => Number(number));
    };
    expect(await buttons(1)).toEqual([1, 2, 3, 24]);
    expect(await buttons(10)).toEqual([1, 8, 9, 10, 11, 12, 24]);
    expect(await buttons(24)).toEqual([1, 22, 23, 24]);
  });

  test("print the balances of the truth, with unknown ones as a dash", async () => {
    const { text } = await visitor.get("/posicion");
    const printed = dataTable(text, "posicion")
      .slice(1)
      .map(([cuenta, , ...amounts]) => [cuenta, ...amounts.map(amountOf)]);
    const rows = await truth<Record<string, unknown>>("saldos");
    expect(printed).toHaveLength(3);
    expect(printed).toEqual(
      rows.map((row) => [
        row["cuenta"],
        row["contable"],
        row["disponible"],
        row["retenciones"],
        row["lineaCredito"],
      ]),
    );
    expect(rows.map((row) => row["retenciones"] === null)).toEqual([false, true, false]);
    expect(rows.map((row) => row["lineaCredito"] === null)).toEqual([false, false, true]);
  });

  test("show an added row once", async () => {
    const cuenta = accounts[0] ?? "";
    const [copied] = await truthOf(cuenta, "2026-10");
    const row = { ...copied, fecha: "2026-10-15", glosa: "Ajuste & corrección Ñ" };
    const { status } = await sandbox.control("POST", "/portals/banco_e/rows", { rows: [row] });
    expect(status).toBe(200);
    const shown = rowsOf(cuenta, await tablePages(visitor, cuenta, "2026-10"));
    expect(shown.filter(({ glosa }) => glosa === row.glosa)).toHaveLength(1);
    expect(shown).toEqual(await truthOf(cuenta, "2026-10"));
  });
});
