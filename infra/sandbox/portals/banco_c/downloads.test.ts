import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { csvRows, download, enter, type CsvRow } from "../../testing/banco-c.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";
import { visitorOf, type Visitor } from "../../testing/visitor.ts";
import { emptyMarkers } from "./words.ts";

let sandbox: TestSandbox;
let visitor: Visitor;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  visitor = visitorOf(`${sandbox.url}/portals/banco_c`);
  await enter(visitor);
});
afterAll(() => sandbox.close());

type TruthRow = CsvRow & { cuenta: string; moneda: string };

async function truthOf(cuenta: number, periodo: string): Promise<CsvRow[]> {
  const base = "/portals/banco_c/truth?resource=";
  const accounts = await sandbox.control<{ rows: { cuenta: string }[] }>("GET", `${base}cuentas`);
  const { body } = await sandbox.control<{ rows: TruthRow[] }>(
    "GET",
    `${base}movimientos&periodo=${periodo}`,
  );
  const number = accounts.body.rows[cuenta - 1]?.cuenta;
  return body.rows
    .filter((row) => row.cuenta === number)
    .map(({ cuenta: _cuenta, moneda: _moneda, ...row }) => row);
}

const rowsOf = async (cuenta: number, periodo: string) =>
  csvRows((await download(visitor, cuenta, periodo)).text);

describe("the downloads of banco_c", () => {
  test.each([
    { what: "exactly 1,000 rows", cuenta: 1, periodo: "2026-09", rows: 1000 },
    { what: "one row", cuenta: 2, periodo: "2026-07", rows: 1 },
    { what: "a dollar account", cuenta: 3, periodo: "2025-12", rows: 100 },
    { what: "the crowded month", cuenta: 1, periodo: "2025-12", rows: 2400 },
    { what: "no rows of its own", cuenta: 2, periodo: "2026-09", rows: 0 },
  ])("have the truth's rows: $what", async ({ cuenta, periodo, rows }) => {
    const own = (await rowsOf(cuenta, periodo)).filter(({ fecha }) => fecha.startsWith(periodo));
    expect(own).toHaveLength(rows);
    expect(own).toEqual(await truthOf(cuenta, periodo));
  });

  test("include three whole days of each neighbouring month, so two downloads share those rows", async () => {
    const september = await rowsOf(1, "2026-09");
    const days = september.map(({ fecha }) => fecha);
    expect([days[0], days.at(-1)]).toEqual(["2026-08-29", "2026-10-03"]);
    const shared = september.filter(({ fecha }) => fecha > "2026-09-27");
    const october = await rowsOf(1, "2026-10");
    expect(shared.length).toBeGreaterThan(50);
    expect(october.filter(({ fecha }) => fecha <= "2026-10-03")).toEqual(shared);
    const before = (await truthOf(1, "2026-08")).filter(({ fecha }) => fecha >= "2026-08-29");
    expect(september.slice(0, before.length)).toEqual(before);
  });

  test("say so if the whole window is empty, and only then", async () => {
    const { text } = await download(visitor, 3, "2026-02");
    expect(text).not.toContain(emptyMarkers.movements);
    const empty = (await download(visitor, 2, "2026-02")).text;
    expect(await truthOf(2, "2026-01")).toEqual([]);
    expect(empty).toContain(emptyMarkers.movements);
    expect(empty).toContain("Total registros;0");
  });

  test("are Latin-1 files with semicolons, dots and leading zeros", async () => {
    const { bytes, contentType, text } = await download(visitor, 1, "2026-09");
    expect(contentType).toBe("text/csv; charset=ISO-8859-1");
    expect(bytes.includes(Buffer.from("Importadora \xd1uble & C\xeda. Ltda.", "latin1"))).toBe(
      true,
    );
    expect(text.split("\r\n")[3]).toBe(
      "Fecha;Fecha Contable;Sucursal;N° Documento;Descripción;Cargo;Abono;Saldo Contable",
    );
    expect(text).toMatch(/;000\d{6};/);
    expect(text).toMatch(/^\d\d\/09\/2026;.*;\d{1,3}(\.\d{3})+$/m);
    expect((await download(visitor, 3, "2025-12")).text).toMatch(/;\d{1,3}(\.\d{3})*,\d\d;/);
  });

  test("leave the accounting day empty until it comes", async () => {
    const today = async () =>
      (await rowsOf(1, "2026-11")).filter(
        (row) => row.fecha >= "2026-11-19" && row.fecha <= "2026-11-21",
      );
    expect((await today()).some(({ fechaContable }) => fechaContable === null)).toBe(true);
    await sandbox.control("POST", "/clock", { advance: "P3D" });
    await enter(visitor);
    const later = await today();
    expect(later.length).toBeGreaterThan(0);
    expect(new Set(later.map((row) => row.fechaContable))).toEqual(
      new Set(["2026-11-19", "2026-11-20", "2026-11-23"]),
    );
  });

  test("contain charges that nothing tells apart", async () => {
    const plain = (await rowsOf(1, "2026-10")).map(({ saldo: _saldo, ...row }) =>
      JSON.stringify(row),
    );
    expect(new Set(plain).size).toBeLessThan(plain.length);
  });

  test("show an added row once, even with a semicolon in it", async () => {
    const { rows } = (
      await sandbox.control<{ rows: Record<string, unknown>[] }>(
        "GET",
        "/portals/banco_c/truth?resource=movimientos&periodo=2026-10",
      )
    ).body;
    const copied = { ...rows[0], glosa: 'Ajuste "Ñ"; corregido', fecha: "2026-10-15" };
    const { status } = await sandbox.control("POST", "/portals/banco_c/rows", { rows: [copied] });
    expect(status).toBe(200);
    const { text } = await download(visitor, 1, "2026-10");
    expect(text.match(/"Ajuste ""Ñ""; corregido"/g)).toHaveLength(1);
  });
});
