import { askInPage } from "#lib/browser/index.ts";
import { addDays, type Fecha, type Periodo } from "#lib/chile/index.ts";
import { readSteady, unknownShape } from "#lib/contract/bank/index.ts";
import { readRows, SessionEnded, toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import { encodeForm } from "../parse/encode-form.ts";
import { parseRegistryFile } from "../parse/registry-file.ts";
import {
  parseSummary,
  summaryAsDocument,
  type Section,
  type SummaryLine,
} from "../parse/registry-summary.ts";
import { rcv, rcvResumen, type DocumentoRcv, type ResumenRcv } from "../store.ts";
import { asksToLogIn, type PortalPages } from "./portal-pages.ts";

/** A purchase may move from one of these to another at any moment. */
const purchases = (["REGISTRO", "PENDIENTE", "NO_INCLUIR", "RECLAMADO"] as const).map(
  (estado) => ({ operacion: "compra", estado }) as const,
);
const sales = [{ operacion: "venta", estado: null }] as const;

type Named = Omit<Section, "periodo">;

/** Each section's summary, then the file of each type that has documents. */
export async function readRegistry(
  pages: PortalPages,
  periodo: Periodo,
  today: Fecha,
): Promise<AlcanceReading> {
  const bought = await readPurchases(pages, periodo);
  const sold = await readFiles(pages, await readSummaries(pages, periodo, sales));
  const parts = [bought, sold];
  const documents = parts.flatMap((part) => part.documents);
  const sums = parts.flatMap((part) => part.sums);
  return {
    rows: [
      readRows(
        rcv,
        documents.map((row) => toRecord(rcv, row)),
      ),
      {
        ...readRows(
          rcvResumen,
          sums.map((row) => toRecord(rcvResumen, row)),
        ),
        uncounted: true,
        whole: true,
      },
    ],
    incompletos: parts.reduce((sum, { incompletos }) => sum + incompletos, 0),
    completo: parts.every(({ completo }) => completo),
    unfinished: documents.some((document) => mayBeDecided(document, today)),
  };
}

/** In these the receiver accepts or claims a document, or has accepted it by silence. */
const daysToDecide = 8;

/** Purchases wait in a section of their own; a sale shows only its receiver's decision. */
function mayBeDecided(document: DocumentoRcv, today: Fecha): boolean {
  const { operacion, estado, fechaRecepcion, fechaAcuse, fechaReclamo } = document;
  const isOpen =
    operacion === "compra" ? estado === "PENDIENTE" : fechaAcuse === null && fechaReclamo === null;
  return isOpen && fechaRecepcion !== null && addDays(fechaRecepcion, daysToDecide) >= today;
}

/**
 * A document that moves into a section whose file was already read is in no file. Its move changes
 * two summaries: if they differ afterwards, the files are read again.
 */
async function readPurchases(pages: PortalPages, periodo: Periodo): Promise<Files> {
  let lines = await readSummaries(pages, periodo, purchases);
  return readSteady(async () => {
    const before = lines;
    const files = await readFiles(pages, before);
    lines = await readSummaries(pages, periodo, purchases);
    if (JSON.stringify(lines) === JSON.stringify(before)) return files;
    return { ...files, incompletos: files.unread, completo: false };
  });
}

async function readSummaries(
  pages: PortalPages,
  periodo: Periodo,
  sections: readonly Named[],
): Promise<SummaryLine[]> {
  const lines = [];
  for (const section of sections) {
    lines.push(...(await readSummary(pages, { ...section, periodo })));
  }
  return lines;
}

interface Files {
  documents: DocumentoRcv[];
  /** The summaries whose files were requested. */
  sums: ResumenRcv[];
  /** Rows in a file that cannot be read. */
  unread: number;
  /** Includes those that a summary counts and no file contains. */
  incompletos: number;
  completo: boolean;
}

async function readFiles(pages: PortalPages, lines: readonly SummaryLine[]): Promise<Files> {
  const documents: DocumentoRcv[] = [];
  let unread = 0;
  let missing = 0;
  for (const { row, detailed } of lines) {
    if (!detailed) {
      documents.push(summaryAsDocument(row));
      continue;
    }
    const file = await readFile(pages, row);
    documents.push(...file.rows);
    unread += file.incompletos;
    // A document may have arrived since the summary was requested.
    missing += Math.max(0, row.documentos - file.rows.length - file.incompletos);
  }
  const incompletos = unread + missing;
  const sums = lines.map(({ row }) => row);
  return { documents, sums, unread, incompletos, completo: incompletos === 0 };
}

function formOf({ operacion, estado, periodo }: Section): Record<string, string> {
  return {
    periodo: periodo.replace("-", ""),
    operacion: operacion.toUpperCase(),
    seccion: estado ?? "",
  };
}

async function readSummary(pages: PortalPages, section: Section): Promise<SummaryLine[]> {
  const html = await pages.inside(await pages.post("/registro/resumen", formOf(section)));
  const { texts, tables } = await pages.read(html, {
    texts: { empty: "#sin-documentos", month: "#periodo-consultado" },
    tables: { sums: "table.datos" },
  });
  const asked = `${section.periodo.slice(5)}/${section.periodo.slice(0, 4)}`;
  if (texts.month !== asked) throw unknownShape("the summary of another month");
  if (tables.sums !== null) return parseSummary(tables.sums, section);
  if (texts.empty === null) throw unknownShape("neither a summary nor its absence");
  return [];
}

async function readFile(
  pages: PortalPages,
  { operacion, estado, periodo, tipoDoc }: ResumenRcv,
): Promise<ReturnType<typeof parseRegistryFile>> {
  const section = { operacion, estado, periodo };
  const { type, status, text } = await askInPage(pages.session, {
    url: `${pages.baseUrl}/registro/detalle`,
    encodedForm: encodeForm({ ...formOf(section), tipo: String(tipoDoc) }),
  });
  if (type !== "text/csv" || status !== 200) {
    if (asksToLogIn(text)) throw new SessionEnded();
    throw unknownShape("no file of documents");
  }
  return parseRegistryFile(text, section);
}
