import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../../../testing/sandbox.ts";
import { dataTable } from "../../../testing/tables.ts";
import * as at from "../../../testing/tributario.ts";
import { visitorOf, type Visitor } from "../../../testing/visitor.ts";

let sandbox: TestSandbox;
let visitor: Visitor;

interface TruthRow {
  operacion: string;
  seccion: string | null;
  tipoDoc: number;
  folio: number | null;
  rut: string | null;
  razonSocial: string | null;
  fecha: string | null;
  exento: number;
  neto: number;
  iva: number;
  total: number;
  documentos: number;
  fechaRecepcion: string | null;
  fechaAcuse: string | null;
  fechaReclamo: string | null;
  ivaNoRecuperable: number;
  codigoIvaNoRec: number | null;
  ivaUsoComun: number;
  activoFijo: number;
  ivaActivoFijo: number;
  otrosImpuestos: { codigo: number; tasa: number; valor: number }[];
}

async function truth(periodo: string, more = ""): Promise<TruthRow[]> {
  const path = `/portals/tributario/truth?resource=rcv&periodo=${periodo}${more}`;
  const { status, body } = await sandbox.control<{ rows: TruthRow[] }>("GET", path);
  expect(status).toBe(200);
  return body.rows;
}

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  await sandbox.control("POST", "/reset");
  visitor = visitorOf(`${sandbox.url}/portals/tributario`);
  await at.enter(visitor);
});
afterAll(() => sandbox.close());

const months = ["2026-11", "2026-10", "2026-09", "2026-07", "2026-02", "2025-12", "2024-12"];
const sections = ["REGISTRO", "PENDIENTE", "NO_INCLUIR", "RECLAMADO"];
const number = (text: string | undefined) => Number(text === "" ? 0 : text);

/** A download in the truth's words; several lines of one document are one row. */
function rowsOf(lines: Record<string, string>[], seccion: string | null): Partial<TruthRow>[] {
  const rows = new Map<string, Partial<TruthRow>>();
  const pick = (line: Record<string, string>, ...names: string[]) =>
    names.map((name) => line[name]).find((cell) => cell !== undefined);
  for (const line of lines) {
    const key = line["Nro"] ?? "";
    const code = pick(line, "Codigo Otro Impuesto", "Codigo Otro Imp.");
    const tax = {
      codigo: number(code),
      tasa: Number(pick(line, "Tasa Otro Impuesto", "Tasa Otro Imp.")?.replace(",", ".")),
      valor: number(pick(line, "Valor Otro Impuesto", "Valor Otro Imp.")),
    };
    const taxes = [...(rows.get(key)?.otrosImpuestos ?? []), ...(code ? [tax] : [])];
    rows.set(key, {
      seccion,
      tipoDoc: number(line["Tipo Doc"]),
      folio: number(line["Folio"]),
      rut: pick(line, "RUT Proveedor", "Rut cliente") ?? null,
      razonSocial: line["Razon Social"] ?? null,
      fecha: at.isoDay(line["Fecha Docto"]),
      fechaRecepcion: at.isoDay(line["Fecha Recepcion"]),
      fechaAcuse: at.isoDay(pick(line, "Fecha Acuse", "Fecha Acuse Recibo")),
      fechaReclamo: at.isoDay(line["Fecha Reclamo"]),
      exento: number(line["Monto Exento"]),
      neto: number(line["Monto Neto"]),
      iva: number(pick(line, "Monto IVA Recuperable", "Monto IVA")),
      total: number(pick(line, "Monto Total", "Monto total")),
      ivaNoRecuperable: number(line["Monto Iva No Recuperable"] ?? ""),
      codigoIvaNoRec: number(line["Codigo IVA No Rec."] ?? "") || null,
      ivaUsoComun: number(line["IVA uso Comun"] ?? ""),
      activoFijo: number(line["Monto Neto Activo Fijo"] ?? ""),
      ivaActivoFijo: number(line["IVA Activo Fijo"] ?? ""),
      otrosImpuestos: taxes,
    });
  }
  return [...rows.values()];
}

/** The summary's lines: code, documents, exempt, net and total. */
function summaryOf(html: string) {
  return dataTable(html)
    .slice(1)
    .map((cells) => ({
      tipo: /\((\d+)\)$/.exec(cells[0] ?? "")?.[1] ?? "",
      documentos: at.amountOf(cells[1]),
      exento: at.amountOf(cells[2]),
      neto: at.amountOf(cells[3]),
      total: at.amountOf(cells.at(-2)),
      detailed: !cells.at(-1)?.includes("resumen"),
    }));
}

const add = (rows: TruthRow[], amount: (row: TruthRow) => number) =>
  rows.reduce((sum, row) => sum + amount(row), 0);

/** What a download's line says about a document, and no more. */
const known = (row: TruthRow) =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => name !== "operacion" && name !== "documentos"),
  ) as Partial<TruthRow>;
const order = <T extends { tipoDoc?: number; rut?: string | null; folio?: number | null }>(
  rows: T[],
) =>
  rows.toSorted((a, b) =>
    `${a.tipoDoc}|${a.rut}|${a.folio}`.localeCompare(`${b.tipoDoc}|${b.rut}|${b.folio}`),
  );

async function readAll(asked: at.RegistryQuestion, rows: TruthRow[]): Promise<number> {
  const shown = await at.summary(visitor, asked);
  expect(shown.text).toContain("76.555.835-2");
  const lines = summaryOf(shown.text);
  const types = [...new Set(rows.map(({ tipoDoc }) => tipoDoc))].toSorted((a, b) => a - b);
  expect(lines.map(({ tipo }) => Number(tipo))).toEqual(types);
  if (types.length === 0) expect(shown.text).toContain('id="sin-documentos"');
  const seccion = asked.seccion ?? null;
  for (const line of lines) {
    const own = rows.filter(({ tipoDoc }) => tipoDoc === Number(line.tipo));
    expect(line).toMatchObject({
      documentos: add(own, (row) => row.documentos),
      exento: add(own, (row) => row.exento),
      neto: add(own, (row) => row.neto),
      total: add(own, (row) => row.total),
      detailed: own[0]?.folio !== null,
    });
    if (!line.detailed) continue;
    const read = rowsOf(at.linesOf(await at.detail(visitor, asked, line.tipo)), seccion);
    expect(order(read)).toEqual(order(own.map(known)));
  }
  return rows.length;
}

describe("the registry of tributario", () => {
  test.each(months)("prints %s as in the truth, every operation and section", async (periodo) => {
    const rows = await truth(periodo);
    let read = 0;
    for (const seccion of sections) {
      const own = rows.filter((row) => row.seccion === seccion);
      read += await readAll({ periodo, operacion: "COMPRA", seccion }, own);
    }
    const sales = rows.filter(({ operacion }) => operacion === "venta");
    read += await readAll({ periodo, operacion: "VENTA" }, sales);
    expect(read).toBe(rows.length);
    expect(read).toBeGreaterThanOrEqual(40);
  });

  test("has 40 to 400 documents a month, months without purchases and months without sales", async () => {
    const counts = await Promise.all(
      months.slice(1).map(async (periodo) => {
        const rows = (await truth(periodo)).filter(({ folio }) => folio !== null);
        const of = (operacion: string) => rows.filter((row) => row.operacion === operacion).length;
        return [periodo, of("compra"), of("venta")];
      }),
    );
    expect(counts).toContainEqual(["2026-10", 0, 45]);
    expect(counts).toContainEqual(["2026-07", 60, 0]);
    expect(counts).toContainEqual(["2026-02", 24, 16]);
    expect(counts).toContainEqual(["2025-12", 250, 150]);
  });

  test("adds up, and contains the cases that trip readers", async () => {
    const rows = [...(await truth("2026-09")), ...(await truth("2025-12"))];
    const documents = rows.filter(({ folio }) => folio !== null);
    expect(documents.length).toBeGreaterThan(400);
    for (const row of documents) {
      const vat = row.iva + row.ivaNoRecuperable + row.ivaUsoComun;
      expect(vat).toBe(Math.floor((row.neto * 19 + 50) / 100));
      const other = row.otrosImpuestos.reduce((sum, { valor }) => sum + valor, 0);
      expect(row.total).toBe(row.exento + row.neto + vat + other);
    }
    const has = (fits: (row: TruthRow) => boolean) => expect(rows.some(fits)).toBe(true);
    has(({ tipoDoc }) => tipoDoc === 777);
    has(({ tipoDoc, total }) => tipoDoc === 61 && total > 0);
    has(({ otrosImpuestos }) => otrosImpuestos.length > 1);
    has(({ ivaNoRecuperable, codigoIvaNoRec }) => ivaNoRecuperable > 0 && codigoIvaNoRec !== null);
    has(({ ivaUsoComun }) => ivaUsoComun > 0);
    has(({ activoFijo }) => activoFijo > 0);
    has(({ folio }) => (folio ?? 0) > 2 ** 32);
    has(({ fecha }) => fecha?.startsWith("2026-08") ?? false);
    has(({ tipoDoc, folio, rut }) => tipoDoc === 39 && folio === null && rut === null);
    const keys = documents.map((row) => `${row.operacion}|${row.tipoDoc}|${row.rut}|${row.folio}`);
    expect(new Set(keys).size).toBe(keys.length);
    const folios = documents.map((row) => `${row.operacion}|${row.tipoDoc}|${row.folio}`);
    expect(new Set(folios).size).toBeLessThan(folios.length);
  });

  test("has the columns of each section, in Latin-1", async () => {
    const header = async (seccion: string, operacion: "COMPRA" | "VENTA" = "COMPRA") => {
      const shown = await at.detail(visitor, { periodo: "2026-09", operacion, seccion }, 33);
      expect(shown.contentType).toContain("ISO-8859-1");
      return shown.text.split("\r\n")[0]?.split(";") ?? [];
    };
    const full = await header("REGISTRO");
    expect(full).toHaveLength(27);
    expect(full.join(";")).toBe(
      "Nro;Tipo Doc;Tipo Compra;RUT Proveedor;Razon Social;Folio;Fecha Docto;Fecha Recepcion;Fecha Acuse;Monto Exento;Monto Neto;Monto IVA Recuperable;Monto Iva No Recuperable;Codigo IVA No Rec.;Monto Total;Monto Neto Activo Fijo;IVA Activo Fijo;IVA uso Comun;Impto. Sin Derecho a Credito;IVA No Retenido;Tabacos Puros;Tabacos Cigarrillos;Tabacos Elaborados;NCE o NDE sobre Fact. de Compra;Codigo Otro Impuesto;Valor Otro Impuesto;Tasa Otro Impuesto",
    );
    expect(await header("NO_INCLUIR")).toEqual(full.filter((name) => !name.includes("Tabacos")));
    expect(await header("RECLAMADO")).toEqual(
      full.map((name) => (name === "Fecha Acuse" ? "Fecha Reclamo" : name)),
    );
    expect(await header("PENDIENTE")).toEqual(full.filter((name) => name !== "Fecha Acuse"));
    expect((await header("", "VENTA")).slice(3, 5)).toEqual(["Rut cliente", "Razon Social"]);
    const asked = { periodo: "2026-09", operacion: "COMPRA", seccion: "REGISTRO" } as const;
    const { bytes } = await at.detail(visitor, asked, 33);
    expect(bytes.includes(Buffer.from("ñ", "latin1"))).toBe(true);
    expect(bytes.includes(Buffer.from("ñ", "utf8"))).toBe(false);
  });

  test("prints a document of several other taxes on several lines, the amounts on each", async () => {
    const several = (await truth("2026-09", "&seccion=REGISTRO")).find(
      ({ otrosImpuestos }) => otrosImpuestos.length === 3,
    );
    const asked = { periodo: "2026-09", operacion: "COMPRA", seccion: "REGISTRO" } as const;
    const lines = at.linesOf(await at.detail(visitor, asked, several?.tipoDoc ?? 0));
    const own = lines.filter(
      (line) => line["Folio"] === String(several?.folio) && line["RUT Proveedor"] === several?.rut,
    );
    expect(own).toHaveLength(3);
    expect(new Set(own.map((line) => line["Nro"])).size).toBe(1);
    expect(own.map((line) => Number(line["Monto Total"]))).toEqual(own.map(() => several?.total));
    expect(own.map((line) => line["Tasa Otro Impuesto"])).toEqual(["10", "18", "31,5"]);
  });
});

function sectionIn(rows: TruthRow[], { tipoDoc, folio, rut }: TruthRow) {
  return rows.find((one) => one.tipoDoc === tipoDoc && one.folio === folio && one.rut === rut)
    ?.seccion;
}

describe("what changes in the registry", () => {
  test("a document moves to another section, and keeps its key", async () => {
    const [row] = await truth("2026-09", "&seccion=PENDIENTE");
    const { status } = await sandbox.control("POST", "/portals/tributario/rows", {
      resource: "rcv",
      periodo: "2026-09",
      rows: [{ ...row, seccion: "RECLAMADO", fechaReclamo: "2026-11-20" }],
    });
    expect(status).toBe(200);
    const all = await truth("2026-09");
    const own = all.filter((one) => one.folio === row?.folio && one.rut === row?.rut);
    expect(own).toEqual([{ ...row, seccion: "RECLAMADO", fechaReclamo: "2026-11-20" }]);
    const asked = { periodo: "2026-09", operacion: "COMPRA", seccion: "RECLAMADO" } as const;
    const lines = at.linesOf(await at.detail(visitor, asked, row?.tipoDoc ?? 0));
    expect(lines.some((line) => line["Fecha Reclamo"] === "20/11/2026")).toBe(true);
  });

  test("a new document is added with its tax", async () => {
    const added = { operacion: "compra", tipoDoc: 33, folio: 77, rut: "77879240-0" };
    const { body } = await sandbox.control<{ rows: TruthRow[] }>(
      "POST",
      "/portals/tributario/rows",
      { resource: "rcv", rows: [{ ...added, fecha: "2026-11-20", neto: 1000 }] },
    );
    expect(body.rows[0]).toMatchObject({ ...added, seccion: "PENDIENTE", iva: 190, total: 1190 });
    const asked = { periodo: "2026-11", operacion: "COMPRA", seccion: "PENDIENTE" } as const;
    const lines = at.linesOf(await at.detail(visitor, asked, 33));
    expect(lines.some((line) => line["Folio"] === "77" && line["Monto Total"] === "1190")).toBe(
      true,
    );
  });

  test("is the same after a reset", async () => {
    const before = await truth("2026-09");
    await sandbox.control("POST", "/reset");
    expect(await truth("2026-09")).toEqual(before);
    expect(before.length).toBeGreaterThan(40);
  });

  test("documents move from pending as the clock moves, and some once more weeks later", async () => {
    const start = await truth("2026-11", "&operacion=compra");
    await sandbox.control("POST", "/clock", { now: "2026-12-09T15:00:00Z" });
    const decided = await truth("2026-11", "&operacion=compra");
    await sandbox.control("POST", "/clock", { now: "2027-01-20T15:00:00Z" });
    const late = await truth("2026-11", "&operacion=compra");
    expect(decided.length).toBeGreaterThan(start.length);
    const moved = (rows: TruthRow[], from: string, later: TruthRow[], to: string) =>
      rows.filter((row) => row.seccion === from && sectionIn(later, row) === to);
    expect(moved(start, "PENDIENTE", decided, "REGISTRO").length).toBeGreaterThan(3);
    expect(moved(decided, "REGISTRO", late, "NO_INCLUIR").length).toBeGreaterThan(0);
    expect(moved(late, "PENDIENTE", late, "PENDIENTE").length).toBeGreaterThan(0);
  });
});
