import {
  efecto,
  nombreTipoDocumento,
  parseMonto,
  parsePortalDate,
  parseRut,
  type Rut,
} from "#lib/chile/index.ts";
import { textOrNull, unknownShape } from "#lib/contract/bank/index.ts";
import type { PrintedTable } from "#lib/contract/bank/index.ts";
import { rcvKey, type DocumentoRcv } from "../store.ts";
import { registryColumns, type RegistryCells } from "./registry-columns.ts";
import type { Section } from "./registry-summary.ts";

/** Every line repeats its document; each other tax of a document has its own line. */
export function parseRegistryFile(
  text: string,
  section: Section,
): { rows: DocumentoRcv[]; incompletos: number } {
  const lines = registryColumns(tableOf(text), section);
  const documents = new Map<string, DocumentoRcv>();
  let incompletos = 0;
  for (const cells of lines) {
    const parsed = cells === null ? null : parseLine(cells, section);
    if (parsed === null) {
      incompletos += 1;
      continue;
    }
    const earlier = documents.get(parsed.id)?.otrosImpuestos ?? [];
    documents.set(parsed.id, {
      ...parsed,
      otrosImpuestos: [...earlier, ...parsed.otrosImpuestos],
    });
  }
  if (lines.length > 0 && documents.size === 0) throw unknownShape("not one line could be read");
  return { rows: [...documents.values()], incompletos };
}

function tableOf(text: string): PrintedTable {
  const [header = "", ...lines] = text.split(/\r?\n/).filter((line) => line !== "");
  const headers = header.split(";").map((name) => name.trim());
  const rows = lines.map((line) => {
    const cells = line.split(";");
    // Some lines end with one separator more than there are columns.
    const spare = cells.length === headers.length + 1 && cells.at(-1) === "";
    return spare ? cells.slice(0, -1) : cells;
  });
  return { headers, rows };
}

function parseLine(cells: RegistryCells, section: Section): DocumentoRcv | null {
  const tipoDoc = integer(cells.tipo);
  const folio = integer(cells.folio);
  const fechaEmision = parsePortalDate(cells.fecha);
  const named = counterpart(cells.rut);
  if (tipoDoc === null || folio === null || fechaEmision === null || named === null) return null;
  const money = amountsOf(cells);
  const days = daysOf(cells);
  const otrosImpuestos = otherTaxOf(cells);
  if (money === null || days === null || otrosImpuestos === null) return null;
  const codigoIvaNoRecuperable = integer(cells.codigoNoRecuperable);
  if (codigoIvaNoRecuperable === null && cells.codigoNoRecuperable !== "") return null;
  const key = { ...section, tipoDoc, folio, rutContraparte: named.rut };
  return {
    ...key,
    id: rcvKey(key),
    tipoDocNombre: nombreTipoDocumento(tipoDoc),
    documentos: 1,
    razonSocial: textOrNull(cells.razonSocial),
    fechaEmision,
    ...days,
    ...money,
    codigoIvaNoRecuperable,
    otrosImpuestos,
    efecto: efecto(tipoDoc),
  };
}

function amountsOf(cells: RegistryCells) {
  // A document has a total, whatever else it lacks.
  if (cells.total === "") return null;
  const amounts = {
    montoExento: amount(cells.exento),
    montoNeto: amount(cells.neto),
    montoIva: amount(cells.iva),
    montoIvaNoRecuperable: amount(cells.noRecuperable),
    ivaUsoComun: amount(cells.usoComun),
    montoActivoFijo: amount(cells.activoFijo),
    ivaActivoFijo: amount(cells.ivaActivoFijo),
    montoTotal: amount(cells.total),
  };
  return allKnown(amounts) ? amounts : null;
}

function daysOf(cells: RegistryCells) {
  const printed = [cells.recepcion, cells.acuse, cells.reclamo];
  const [fechaRecepcion = null, fechaAcuse = null, fechaReclamo = null] = printed.map((cell) =>
    parsePortalDate(cell),
  );
  const days = { fechaRecepcion, fechaAcuse, fechaReclamo };
  const read = Object.values(days).filter((day) => day !== null).length;
  return read === printed.filter((cell) => cell !== "").length ? days : null;
}

function otherTaxOf(cells: RegistryCells): DocumentoRcv["otrosImpuestos"] | null {
  if (cells.otroCodigo === "") return [];
  const codigo = integer(cells.otroCodigo);
  const monto = amount(cells.otroValor);
  if (codigo === null || monto === null) return null;
  const tasa = parseMonto(cells.otroTasa.replace(".", ","))?.value ?? null;
  if (tasa === null && cells.otroTasa !== "") return null;
  return [{ codigo, monto, tasa }];
}

/** Part of the document's key: an unreadable one would merge two documents. */
function counterpart(cell: string): { rut: Rut | null } | null {
  if (cell === "") return { rut: null };
  const rut = parseRut(cell);
  return rut === null ? null : { rut };
}

function allKnown<Field extends string>(
  amounts: Record<Field, number | null>,
): amounts is Record<Field, number> {
  return Object.values(amounts).every((value) => value !== null);
}

function integer(cell: string): number | null {
  const value = /^\d{1,15}$/.test(cell) ? Number(cell) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** An empty amount is zero: the registry leaves out what a document does not have. */
function amount(cell: string): number | null {
  if (cell === "") return 0;
  const value = parseMonto(cell)?.value;
  return value === undefined || value < 0 ? null : value;
}
