import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enter, gridOf, labelOf, search, send } from "../../testing/banco-d.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { emptyMarker } from "./data-pages.ts";
import { errors } from "./entry.ts";

let sandbox: TestSandbox;
let visitor: Visitor;
let accounts: string[];

beforeAll(async () => {
  sandbox = await startTestSandbox();
  visitor = visitorOf(`${sandbox.url}/portals/banco_d`);
  await enter(visitor);
  accounts = (await truthRows("cuentas")).map(({ cuenta }) => String(cuenta));
});
afterAll(() => sandbox.close());

type Row = Record<string, unknown>;

async function truthRows(asked: string): Promise<Row[]> {
  const path = `/portals/banco_d/truth?resource=${asked}`;
  return (await sandbox.control<{ rows: Row[] }>("GET", path)).body.rows;
}

/** Newest first, without the text above the table. */
async function truthOf(cuenta: number, periodo: string): Promise<Row[]> {
  const rows = await truthRows(`movimientos&periodo=${periodo}`);
  return rows
    .filter((row) => row["cuenta"] === accounts[cuenta - 1])
    .map(({ fecha, ingreso, documento, glosa, cargo, abono, saldo }) => {
      return { fecha, ingreso, documento, glosa, cargo, abono, saldo };
    })
    .toReversed();
}

/** `1.234,50` → 1234.5 */
const amountOf = (text: string) => Number(text.replaceAll(".", "").replace(",", "."));
const balanceOf = (text: string) =>
  text.endsWith("-") ? -amountOf(text.slice(0, -1)) : amountOf(text);

function rowsOf(html: string): Row[] {
  return gridOf(html, "grdMovimientos")
    .slice(1)
    .map(([fecha = "", ingreso, documento, glosa, monto = "", saldo = ""]) => ({
      fecha: fecha.split("-").toReversed().join("-"),
      ingreso,
      documento: documento === "" ? null : documento,
      glosa,
      cargo: monto.startsWith("(") ? amountOf(monto.slice(1, -1)) : 0,
      abono: monto.startsWith("(") ? 0 : amountOf(monto),
      saldo: balanceOf(saldo),
    }));
}

async function found(cuenta: number, desde: string, hasta: string): Promise<Row[]> {
  const { text } = await search(visitor, cuenta, desde, hasta);
  const rows = rowsOf(text);
  expect(labelOf(text, "lblRegistros")).toBe(String(rows.length));
  expect(labelOf(text, "lblCuenta")).toBe(accounts[cuenta - 1]);
  return rows;
}

describe("the search of banco_d", () => {
  test.each([
    { what: "exactly 1,000", cuenta: 1, month: "09-2026", last: 30, rows: 1000 },
    { what: "999", cuenta: 1, month: "06-2026", last: 30, rows: 999 },
    { what: "999 in March", cuenta: 1, month: "03-2026", last: 31, rows: 999 },
    { what: "1,000 of the second account", cuenta: 2, month: "08-2026", last: 31, rows: 1000 },
    { what: "one", cuenta: 2, month: "07-2026", last: 31, rows: 1 },
    { what: "dollars", cuenta: 3, month: "12-2025", last: 31, rows: 100 },
  ])("shows a whole month of at most a thousand rows: $what", async (one) => {
    const { cuenta, month, last, rows } = one;
    const shown = await found(cuenta, `01-${month}`, `${last}-${month}`);
    const [mm, yyyy] = month.split("-");
    const truth = await truthOf(cuenta, `${yyyy}-${mm}`);
    expect(shown).toHaveLength(rows);
    expect(shown).toEqual(truth);
  });

  test.each(["2026-07", "2026-10"])("silently cuts %s to its newest thousand", async (period) => {
    const month = period.split("-").toReversed().join("-");
    const truth = await truthOf(1, period);
    const whole = await search(visitor, 1, `01-${month}`, `31-${month}`);
    expect(truth.length).toBeGreaterThanOrEqual(1450);
    expect(rowsOf(whole.text)).toEqual(truth.slice(0, 1000));
    expect(labelOf(whole.text, "lblError")).toBeUndefined();
    expect(whole.text).not.toContain(String(truth.length));
    const halves = [
      await found(1, `17-${month}`, `31-${month}`),
      await found(1, `01-${month}`, `16-${month}`),
    ];
    for (const half of halves) expect(half.length).toBeLessThan(1000);
    expect(halves.flat()).toEqual(truth);
  });

  test("cuts a single day of December, but not in the other account", async () => {
    const truth = await truthOf(1, "2025-12");
    const day = truth.filter((row) => row["fecha"] === "2025-12-20");
    expect(day.length).toBeGreaterThan(1000);
    expect(await found(1, "20-12-2025", "20-12-2025")).toEqual(day.slice(0, 1000));
    const other = await truthOf(2, "2025-12");
    expect(other).toHaveLength(500);
    expect(await found(2, "01-12-2025", "31-12-2025")).toEqual(other);
  });

  test("cuts any day filled with more than 1,000 rows", async () => {
    const fecha = "2026-05-14";
    const rows = Array.from({ length: 1001 }, (_, n) => {
      return { cuenta: accounts[1], fecha, glosa: `Abono ${n}`, documento: null, abono: 1000 + n };
    });
    const added = await sandbox.control("POST", "/portals/banco_d/rows", { rows });
    expect(added.status).toBe(200);
    const truth = await truthOf(2, "2026-05");
    expect(truth).toHaveLength(1001);
    expect(await found(2, "14-05-2026", "14-05-2026")).toEqual(truth.slice(0, 1000));
  });

  test("says so if there is nothing", async () => {
    const { text } = await search(visitor, 2, "01-09-2026", "30-09-2026");
    expect(text).toContain(emptyMarker);
    expect(labelOf(text, "lblRegistros")).toBe("0");
  });

  test("shows the current month up to today, and refuses a later day", async () => {
    const truth = await truthOf(1, "2026-11");
    expect(truth.length).toBeGreaterThan(40);
    expect(await found(1, "01-11-2026", "21-11-2026")).toEqual(truth);
    const { text } = await search(visitor, 1, "01-11-2026", "30-11-2026");
    expect(labelOf(text, "lblError")).toBe("La fecha hasta no puede ser posterior a hoy");
    expect(text).not.toContain("grdMovimientos");
  });

  test("refuses anything but a range within one month", async () => {
    const wrong: [string, string, string][] = [
      ["30-09-2026", "01-10-2026", "El rango debe estar dentro de un mismo mes"],
      ["02-09-2026", "01-09-2026", "Rango de fechas no válido"],
      ["01-09-2026", "31-09-2026", "Rango de fechas no válido"],
      ["2026-09-01", "2026-09-30", "Rango de fechas no válido"],
      ["01-09-2024", "30-09-2024", "Período no disponible"],
    ];
    for (const [desde, hasta, error] of wrong) {
      expect(labelOf((await search(visitor, 1, desde, hasta)).text, "lblError")).toBe(error);
    }
  });

  test("accepts each form once", async () => {
    const fields = { ddlCuenta: "1", txtDesde: "01-09-2026", txtHasta: "30-09-2026" };
    const { text } = await send(visitor, "/Movimientos.aspx", fields);
    const [, __VISTA = ""] = /name="__VISTA" value="([^"]+)"/.exec(text) ?? [];
    const again = await visitor.post("/Movimientos.aspx", { __VISTA, ...fields });
    expect(rowsOf(again.text)).toHaveLength(1000);
    const spent = await visitor.post("/Movimientos.aspx", { __VISTA, ...fields });
    expect(labelOf(spent.text, "lblError")).toBe(errors.stale);
    expect(rowsOf(spent.text)).toEqual([]);
    expect(await found(1, "01-09-2026", "30-09-2026")).toHaveLength(1000);
  });
});

test("there are four balances", async () => {
  const { text } = await visitor.get("/Saldos.aspx");
  const read = gridOf(text, "grdSaldos")
    .slice(1)
    .map(([cuenta, , ...amounts]) => {
      const [contable, disponible, saldo9am, retencion] = amounts.map(balanceOf);
      return { cuenta, contable, disponible, saldo9am, retencion };
    });
  expect(labelOf(text, "lblFecha")).toBe("21-11-2026");
  expect(read).toHaveLength(3);
  expect(await truthRows("saldos")).toMatchObject(read);
  const [first] = read;
  expect((first?.contable ?? 0) - (first?.disponible ?? 0)).toBe(first?.retencion);
});

test("a page is UTF-8 and says whose data it shows", async () => {
  const { contentType, text } = await visitor.get("/Inicio.aspx");
  expect(contentType).toMatch(/charset=utf-8/i);
  expect(labelOf(text, "lblEmpresa")).toBe("Importadora Ñuble &amp; Cía. Ltda.");
  expect(labelOf(text, "lblRutEmpresa")).toBe("76.555.835-2");
});
