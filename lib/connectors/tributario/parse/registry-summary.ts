import { efecto, nombreTipoDocumento, parseMonto, type Periodo } from "#lib/chile/index.ts";
import { rowsOf, unknownShape, type PrintedTable } from "#lib/contract/bank/index.ts";
import { rcvKey, type DocumentoRcv, type ResumenRcv } from "../store.ts";

export interface Section {
  operacion: DocumentoRcv["operacion"];
  estado: DocumentoRcv["estado"];
  periodo: Periodo;
}

export interface SummaryLine {
  row: ResumenRcv;
  /** Whether the portal has a file of its documents; for receipts there is only the sum. */
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

/** One line per type; the last one, the grand total, is not a type. */
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

/** What the registry has for receipts: their sum, without folio, date or counterpart. */
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

function pesos(cell: string): number {
  const value = parseMonto(cell)?.value;
  if (value === undefined) throw unknownShape("a sum that is not an amount");
  return Math.abs(value);
}
