import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../../../testing/sandbox.ts";
import { dataTable } from "../../../testing/tables.ts";
import * as at from "../../../testing/tributario.ts";
import { visitorOf, type Visitor } from "../../../testing/visitor.ts";

let sandbox: TestSandbox;
let visitor: Visitor;

interface FeeRow {
  lado: string;
  folio: number;
  codigoBarras: string;
  fecha: string;
  rut: string;
  nombre: string;
  bruto: number;
  retencion: number;
  retencionEmisor: number;
  retencionReceptor: number;
  liquido: number;
  tasa: number;
  anulada: boolean;
  fechaAnulacion: string | null;
}

async function truth(periodo: string): Promise<FeeRow[]> {
  const path = `/portals/tributario/truth?resource=boletas&periodo=${periodo}`;
  return (await sandbox.control<{ rows: FeeRow[] }>("GET", path)).body.rows;
}

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await at.logIn(visitor, at.ownLogin);
});
afterAll(() => sandbox.close());

async function reportPages(lado: string, periodo: string): Promise<string[]> {
  const path = `/honorarios/informe?lado=${lado.toUpperCase()}&periodo=${periodo.replace("-", "")}`;
  const pages = [(await visitor.get(path)).text];
  for (let next = 2; pages.at(-1)?.includes("Siguiente"); next += 1) {
    pages.push((await visitor.get(`${path}&pagina=${next}`)).text);
  }
  return pages;
}

function rowsOf(lado: string, pages: string[]) {
  return pages
    .flatMap((html) => dataTable(html).slice(1))
    .map((cells) => ({
      lado,
      folio: Number(cells[0]),
      codigoBarras: cells[1],
      fecha: at.isoDay(cells[2]),
      anulada: cells[3] === "ANULADA",
      fechaAnulacion: at.isoDay(cells[4]),
      rut: cells[5]?.replaceAll(".", ""),
      nombre: cells[6],
      bruto: at.amountOf(cells[7]),
      retencionEmisor: at.amountOf(cells[8]),
      retencionReceptor: at.amountOf(cells[9]),
      liquido: at.amountOf(cells[10]),
    }));
}

describe("the fee receipts of tributario", () => {
  test.each(["2026-11", "2026-09", "2026-05", "2026-02", "2025-12"])(
    "prints %s as it holds it, page by page",
    async (periodo) => {
      const rows = await truth(periodo);
      expect(rows.length).toBeGreaterThan(2);
      for (const lado of ["emitidas", "recibidas"]) {
        const own = rows.filter((row) => row.lado === lado);
        const pages = await reportPages(lado, periodo);
        expect(own).toHaveLength(rowsOf(lado, pages).length);
        expect(own).toMatchObject(rowsOf(lado, pages));
        expect(pages).toHaveLength(Math.max(1, Math.ceil(own.length / 25)));
        expect(pages[0]).toContain(own.length === 0 ? 'id="sin-boletas"' : `>${own.length}</b>`);
      }
    },
  );

  test("withholds by the day of the receipt, in integers", async () => {
    const rows = [...(await truth("2025-12")), ...(await truth("2026-09"))];
    const gross = (bruto: number, year: string) =>
      rows.find((row) => row.bruto === bruto && row.fecha.startsWith(year))?.retencion;
    expect(gross(100, "2025")).toBe(15);
    expect(gross(200, "2026")).toBe(31);
    for (const row of rows) {
      const points = row.fecha < "2026" ? 1450 : 1525;
      expect(row.retencion).toBe(Math.floor((row.bruto * points + 5000) / 10_000));
      expect(row.liquido).toBe(row.bruto - row.retencion);
      const byReceiver = row.lado === "recibidas" || Number(row.rut.split("-")[0]) >= 50_000_000;
      expect(byReceiver ? row.retencionReceptor : row.retencionEmisor).toBe(row.retencion);
    }
    expect(rows.some(({ retencionEmisor }) => retencionEmisor > 0)).toBe(true);
    expect(rows.some(({ anulada }) => anulada)).toBe(true);
  });

  test("has the same folio of two issuers, and no key twice", async () => {
    const rows = (await truth("2026-09")).filter(({ lado }) => lado === "recibidas");
    const keys = new Set(rows.map(({ rut, folio }) => `${rut}|${folio}`));
    expect(keys.size).toBe(rows.length);
    expect(new Set(rows.map(({ folio }) => folio)).size).toBeLessThan(rows.length);
  });

  test("is closed to a representative", async () => {
    const other = visitorOf(`${sandbox.url}/portals/tributario`);
    await at.enter(other);
    for (const path of ["/honorarios", "/honorarios/informe?lado=EMITIDAS&periodo=202609"]) {
      const { status, text } = await other.get(path);
      expect(status).toBe(200);
      expect(text).toContain('id="sin-acceso"');
    }
  });

  test("annuls a receipt, and adds one", async () => {
    const row = (await truth("2026-09")).find(({ anulada }) => !anulada);
    const { status } = await sandbox.control("POST", "/portals/tributario/rows", {
      resource: "boletas",
      periodo: "2026-09",
      rows: [{ ...row, anulada: true, fechaAnulacion: "2026-11-20" }],
    });
    expect(status).toBe(200);
    const own = (await truth("2026-09")).filter((one) => one.codigoBarras === row?.codigoBarras);
    expect(own).toEqual([{ ...row, anulada: true, fechaAnulacion: "2026-11-20" }]);
    const added = { lado: "recibidas", folio: 5, rut: "12345678-5", fecha: "2026-11-20" };
    const { body } = await sandbox.control("POST", "/portals/tributario/rows", {
      resource: "boletas",
      rows: [{ ...added, bruto: 500_000 }],
    });
    expect(body).toMatchObject({
      rows: [{ ...added, retencionReceptor: 76_250, liquido: 423_750 }],
    });
    const printed = rowsOf("recibidas", await reportPages("recibidas", "2026-11"));
    expect(printed.filter(({ folio, bruto }) => folio === 5 && bruto === 500_000)).toHaveLength(1);
  });

  test("an annulment comes as the clock moves", async () => {
    const before = (await truth("2026-11")).filter(({ anulada }) => anulada).length;
    await sandbox.control("POST", "/clock", { advance: "P30D" });
    expect((await truth("2026-11")).filter(({ anulada }) => anulada).length).toBeGreaterThan(
      before,
    );
  });
});
