import { askInPage } from "#lib/browser/index.ts";
import type { Periodo } from "#lib/chile/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
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

const sections = [
  { operacion: "compra", estado: "REGISTRO" },
  { operacion: "compra", estado: "PENDIENTE" },
  { operacion: "compra", estado: "NO_INCLUIR" },
  { operacion: "compra", estado: "RECLAMADO" },
  { operacion: "venta", estado: null },
] as const;

/** Each section's summary, then the file of each type that has documents. */
export async function readRegistry(pages: PortalPages, periodo: Periodo): Promise<AlcanceReading> {
  const documents: DocumentoRcv[] = [];
  const sums: ResumenRcv[] = [];
  let incompletos = 0;
  for (const named of sections) {
    const section = { ...named, periodo };
    for (const line of await readSummary(pages, section)) {
      sums.push(line.row);
      if (!line.detailed) {
        documents.push(summaryAsDocument(line.row));
        continue;
      }
      const detail = await readDetail(pages, section, line);
      documents.push(...detail.rows);
      incompletos += detail.incompletos;
    }
  }
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
    incompletos,
    completo: incompletos === 0,
  };
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

async function readDetail(pages: PortalPages, section: Section, { row }: SummaryLine) {
  const { type, status, text } = await askInPage(pages.session, {
    url: `${pages.baseUrl}/registro/detalle`,
    encodedForm: encodeForm({ ...formOf(section), tipo: String(row.tipoDoc) }),
  });
  if (type !== "text/csv" || status !== 200) {
    if (asksToLogIn(text)) throw new SessionEnded();
    throw unknownShape("no file of documents");
  }
  const detail = parseRegistryFile(text, section);
  const missing = row.documentos - detail.rows.length - detail.incompletos;
  // The summary and the file are asked for one after the other: a document may come in between.
  return { rows: detail.rows, incompletos: detail.incompletos + Math.max(0, missing) };
}
