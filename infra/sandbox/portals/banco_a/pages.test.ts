import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enter, sheetsOf } from "../../testing/banco-a.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { dataTable } from "../../testing/tables.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { emptyMarker } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  visitor = visitorOf(`${sandbox.url}/portals/banco_a`);
  await enter(visitor);
});
afterAll(() => sandbox.close());

interface TruthRow {
  cuenta: string;
  fecha: string;
  glosa: string;
  documento: string | null;
  cargo: number;
  abono: number;
  saldo: number;
  moneda: string;
}

async function truthOf(cuenta: number, periodo: string): Promise<TruthRow[]> {
  const base = "/portals/banco_a/truth?resource=";
  const { body } = await sandbox.control<{ rows: TruthRow[] }>(
    "GET",
    `${base}movimientos&periodo=${periodo}`,
  );
  const accounts = await sandbox.control<{ rows: { cuenta: string }[] }>("GET", `${base}cuentas`);
  return body.rows.filter((row) => row.cuenta === accounts.body.rows[cuenta]?.cuenta);
}

/** `US$1.234,50` → 1234.5, independent of the portal's own conversion. */
function amountOf(printed: string): number {
  if (printed === "") return 0;
  const digits = printed.replace(/US|[$.]/g, "").replace(",", ".");
  return Number(digits);
}

function rowsOf(sheets: string[]) {
  return sheets
    .flatMap((sheet) => dataTable(sheet).slice(1))
    .map(([fecha = "", , glosa, documento, cargo = "", abono = "", saldo = ""]) => ({
      fecha: fecha.split("/").toReversed().join("-"),
      glosa,
      documento: documento === "" ? null : documento,
      cargo: amountOf(cargo),
      abono: amountOf(abono),
      saldo: amountOf(saldo),
    }));
}

const printable = ({ fecha, glosa, documento, cargo, abono, saldo }: TruthRow) => ({
  fecha,
  glosa,
  documento,
  cargo,
  abono,
  saldo,
});

describe("the pages of banco_a", () => {
  test.each([
    { what: "exactly 1,000 rows", cuenta: 0, periodo: "2026-09", rows: 1000, sheets: 20 },
    { what: "one row", cuenta: 1, periodo: "2026-07", rows: 1, sheets: 1 },
    { what: "a dollar account", cuenta: 2, periodo: "2025-12", rows: 100, sheets: 2 },
    { what: "balances below zero", cuenta: 1, periodo: "2025-12", rows: 500, sheets: 10 },
    { what: "the short month", cuenta: 0, periodo: "2026-02", rows: 40, sheets: 1 },
  ])("print the truth: $what", async ({ cuenta, periodo, rows, sheets }) => {
    const shown = await sheetsOf(visitor, cuenta, periodo.replace("-", ""));
    const truth = await truthOf(cuenta, periodo);
    expect(shown).toHaveLength(sheets);
    expect(truth).toHaveLength(rows);
    expect(rowsOf(shown)).toEqual(truth.map(printable));
  });

  test("print the current month up to today", async () => {
    const truth = await truthOf(0, "2026-11");
    const shown = rowsOf(await sheetsOf(visitor, 0, "202611"));
    expect(shown).toEqual(truth.map(printable));
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.every(({ fecha }) => fecha <= "2026-11-21")).toBe(true);
  });

  test("say so if a month has no movements", async () => {
    const [sheet = ""] = await sheetsOf(visitor, 1, "202609");
    expect(sheet).toContain(emptyMarker);
    expect(dataTable(sheet)).toEqual([]);
    const [full = ""] = await sheetsOf(visitor, 0, "202609");
    expect(full).not.toContain(emptyMarker);
  });

  test("are Latin-1 in their bytes, their header and their meta tag", async () => {
    const { bytes, contentType, text } = await visitor.get("/cuentas");
    expect(contentType).toBe("text/html; charset=ISO-8859-1");
    expect(text).toContain('content="text/html; charset=ISO-8859-1"');
    expect(bytes.includes(Buffer.from("Cuenta Corriente en D\xf3lares", "latin1"))).toBe(true);
    expect(text).toContain("Importadora Ñuble &amp; Cía. Ltda.");
  });

  test("print the balances of the truth", async () => {
    const { text } = await visitor.get("/saldos");
    const { body } = await sandbox.control<{
      rows: { cuenta: string; contable: number; disponible: number }[];
    }>("GET", "/portals/banco_a/truth?resource=saldos");
    const printed = dataTable(text)
      .slice(1)
      .map(([cuenta, , contable = "", disponible = ""]) => [
        cuenta,
        amountOf(contable),
        amountOf(disponible),
      ]);
    expect(text).toContain("Saldos al 21/11/2026");
    expect(printed).toHaveLength(3);
    expect(printed).toEqual(body.rows.map((row) => [row.cuenta, row.contable, row.disponible]));
  });

  test("show an added row once", async () => {
    const row = { fecha: "2026-10-15", glosa: "Ajuste & corrección Ñ", cargo: 990 };
    const { status } = await sandbox.control("POST", "/portals/banco_a/rows", {
      resource: "movimientos",
      periodo: "2026-10",
      rows: [row],
    });
    expect(status).toBe(200);
    const shown = rowsOf(await sheetsOf(visitor, 0, "202610"));
    expect(shown.filter(({ glosa }) => glosa === row.glosa)).toMatchObject([{ cargo: 990 }]);
    expect(shown).toEqual((await truthOf(0, "2026-10")).map(printable));
  });
});
