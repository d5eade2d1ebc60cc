import {
  efecto,
  nombreTipoDocumento,
  parseMonto,
  parsePortalDate,
  parseRut,
} from "#lib/chile/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import { rowsOf, unknownShape, type PrintedTable } from "#lib/tools/define/bank/index.ts";
import { rcvKey, type DocumentoRcv, type ResumenRcv } from "../store.ts";

export interface Section {
  operacion: DocumentoRcv["operacion"];
  estado: DocumentoRcv["estado"];
  periodo: Periodo;
}

export interface SummaryLine {
  row: ResumenRcv;
  /** Whether the portal has a file of its documents; of receipts there is only the sum. */
  detailed: boolean;
}

const summaryColumns = {
  tipo: "Tipo Documento",
  documentos: "Total Documentos",
  exento: "Monto Exento",
  neto: "Monto Neto",
  total: "Monto Total",
  detalle: "Detalle",
};

/** One line a type; the last one, the sum of all, is not a type. */
export function parseSummary(table: PrintedTable, section: Section): SummaryLine[] {
  const iva = section.operacion === "compra" ? "IVA Recuperable" : "Monto IVA";
  return rowsOf(table, { ...summaryColumns, iva }).flatMap((cells) => {
    if (cells === null) throw unknownShape("a line of the summary with other cells");
    const tipoDoc = Number(/\((\d+)\)$/.exec(cells.tipo)?.[1] ?? Number.NaN);
    if (Number.isNaN(tipoDoc)) {
      if (/^total/i.test(cells.tipo)) return [];
      throw unknownShape("a line of the summary without a type");
    }
    const row = {
      ...section,
      tipoDoc,
      tipoDocNombre: nombreTipoDocumento(tipoDoc),
      documentos: pesos(cells.documentos),
      montoExento: pesos(cells.exento),
      montoNeto: pesos(cells.neto),
      montoIva: pesos(cells.iva),
      montoTotal: pesos(cells.total),
      efecto: efecto(tipoDoc),
    };
    return [{ row, detailed: cells.detalle !== "Sólo resumen" }];
  });
}

/** What the registry holds of receipts: their sum, without folio, date or counterpart. */
export function summaryAsDocument(row: ResumenRcv): DocumentoRcv {
  const unnamed = { ...row, folio: null, rutContraparte: null };
  return {
    ...unnamed,
    id: rcvKey(unnamed),
    razonSocial: null,
    fechaEmision: null,
    fechaRecepcion: null,
    fechaAcuse: null,
    fechaReclamo: null,
    montoIvaNoRecuperable: 0,
    codigoIvaNoRecuperable: null,
    ivaUsoComun: 0,
    montoActivoFijo: 0,
    ivaActivoFijo: 0,
    otrosImpuestos: [],
  };
}

type Cells = ReadonlyMap<string, string>;

/** Every line repeats its document; each other tax of a document has a line of its own. */
export function parseDetail(
  text: string,
  section: Section,
): { rows: DocumentoRcv[]; incompletos: number } {
  const [header = "", ...lines] = text.split(/\r?\n/).filter((line) => line !== "");
  const names = header.split(";");
  for (const name of ["Tipo Doc", "Folio", "Fecha Docto", "Monto Exento", "Monto Neto"]) {
    if (!names.includes(name)) throw unknownShape("the file has other columns");
  }
  const documents = new Map<string, DocumentoRcv>();
  let incompletos = 0;
  for (const line of lines) {
    const cells = line.split(";");
    // Some lines end with one separator more than there are columns.
    const spare = cells.length === names.length + 1 && cells.at(-1) === "";
    const parsed =
      cells.length === names.length || spare
        ? parseLine(new Map(names.map((name, place) => [name, cells[place] ?? ""])), section)
        : null;
    if (parsed === null) incompletos += 1;
    else {
      const earlier = documents.get(parsed.id);
      const otrosImpuestos = [...(earlier?.otrosImpuestos ?? []), ...parsed.otrosImpuestos];
      documents.set(parsed.id, { ...parsed, otrosImpuestos });
    }
  }
  if (lines.length > 0 && documents.size === 0) throw unknownShape("not one line could be read");
  return { rows: [...documents.values()], incompletos };
}

function parseLine(cells: Cells, section: Section): DocumentoRcv | null {
  const venta = section.operacion === "venta";
  const of = (...names: string[]): string =>
    names.map((name) => cells.get(name)).find((cell) => cell !== undefined) ?? "";
  const tipoDoc = integer(of("Tipo Doc"));
  const folio = integer(of("Folio"));
  const fechaEmision = parsePortalDate(of("Fecha Docto"));
  const rutContraparte = parseRut(of("RUT Proveedor", "Rut cliente"));
  const money = [
    of("Monto Exento"),
    of("Monto Neto"),
    of("Monto IVA Recuperable", "Monto IVA"),
    of("Monto Total", "Monto total"),
    of("Monto Iva No Recuperable"),
    of("IVA uso Comun"),
    of("Monto Neto Activo Fijo"),
    of("IVA Activo Fijo"),
  ].map(amount);
  const dates = ["Fecha Recepcion", "Fecha Acuse", "Fecha Acuse Recibo", "Fecha Reclamo"].map(
    (name) => [name, cells.get(name) ?? ""] as const,
  );
  if (dates.some(([, cell]) => cell !== "" && parsePortalDate(cell) === null)) return null;
  const [exento, neto, iva, total, noRecuperable, usoComun, activoFijo, ivaActivoFijo] = money;
  if (tipoDoc === null || folio === null || fechaEmision === null) return null;
  if (exento == null || neto == null || iva == null || total == null) return null;
  if (noRecuperable == null || usoComun == null || activoFijo == null || ivaActivoFijo == null) {
    return null;
  }
  const otherTax = otherTaxOf(of);
  if (otherTax === null) return null;
  const named = { ...section, tipoDoc, folio, rutContraparte };
  const day = (name: string) => parsePortalDate(cells.get(name) ?? "");
  return {
    ...named,
    id: rcvKey(named),
    tipoDocNombre: nombreTipoDocumento(tipoDoc),
    documentos: 1,
    razonSocial: of("Razon Social") === "" ? null : of("Razon Social"),
    fechaEmision,
    fechaRecepcion: day("Fecha Recepcion"),
    fechaAcuse: day(venta ? "Fecha Acuse Recibo" : "Fecha Acuse"),
    fechaReclamo: day("Fecha Reclamo"),
    montoExento: exento,
    montoNeto: neto,
    montoIva: iva,
    montoIvaNoRecuperable: noRecuperable,
    codigoIvaNoRecuperable: integer(of("Codigo IVA No Rec.")),
    ivaUsoComun: usoComun,
    montoActivoFijo: activoFijo,
    ivaActivoFijo,
    otrosImpuestos: otherTax,
    montoTotal: total,
    efecto: efecto(tipoDoc),
  };
}

function otherTaxOf(of: (...names: string[]) => string): DocumentoRcv["otrosImpuestos"] | null {
  const codigo = of("Codigo Otro Impuesto", "Codigo Otro Imp.");
  if (codigo === "") return [];
  const monto = amount(of("Valor Otro Impuesto", "Valor Otro Imp."));
  const known = integer(codigo);
  if (monto === null || known === null) return null;
  const tasa = of("Tasa Otro Impuesto", "Tasa Otro Imp.");
  return [{ codigo: known, monto, tasa: parseMonto(tasa.replace(".", ","))?.value ?? null }];
}

function integer(cell: string): number | null {
  const value = /^\d{1,15}$/.test(cell) ? Number(cell) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** An empty cell of an amount is none: the registry leaves out what a document does not have. */
function amount(cell: string): number | null {
  if (cell === "") return 0;
  const value = parseMonto(cell)?.value;
  return value === undefined || value < 0 ? null : value;
}

function pesos(cell: string): number {
  const value = parseMonto(cell)?.value;
  if (value === undefined) throw unknownShape("a sum that is not an amount");
  return Math.abs(value);
}
