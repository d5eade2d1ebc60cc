import { firstDay, lastDay, type Fecha, type Periodo } from "#lib/chile/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { readRows, toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import { parseIssued } from "../parse/lists.ts";
import { dte, type DocumentoEmitido } from "../store.ts";
import type { PortalPages } from "./portal-pages.ts";

const maxPages = 500;

/** What the company issued through the invoicer. */
export async function readIssued(
  pages: PortalPages,
  periodo: Periodo,
  today: Fecha,
): Promise<AlcanceReading> {
  const last = lastDay(periodo);
  const { rows, incompletos } = await issuedBetween(pages, {
    tipoDte: null,
    from: firstDay(periodo),
    to: last < today ? last : today,
  });
  return {
    rows: [
      readRows(
        dte,
        rows.map((row) => toRecord(dte, row)),
      ),
    ],
    incompletos,
    completo: incompletos === 0,
  };
}

export function issuedBetween(
  pages: PortalPages,
  { tipoDte, from, to }: { tipoDte: number | null; from: Fecha; to: Fecha },
): Promise<{ rows: DocumentoEmitido[]; incompletos: number }> {
  const query = new URLSearchParams({
    TIPO: tipoDte === null ? "" : String(tipoDte),
    DESDE: printed(from),
    HASTA: printed(to),
  }).toString();
  return readPages(pages, {
    path: (page) => `/facturador/emitidos?${query}&PAGINA=${page}`,
    empty: "#sin-emitidos",
    total: "#total-emitidos",
    parse: parseIssued,
  });
}

export function printed(fecha: Fecha): string {
  return fecha.split("-").toReversed().join("/");
}

type Table = Parameters<typeof parseIssued>[0];

interface List<Row> {
  path(page: number): string;
  empty: string;
  total: string;
  parse(table: Table): { rows: Row[]; incompletos: number };
}

/** Page after page until the portal's own count is reached. */
async function readPages<Row>(
  pages: PortalPages,
  list: List<Row>,
): Promise<{ rows: Row[]; incompletos: number }> {
  const rows: Row[] = [];
  let incompletos = 0;
  for (let page = 1; page <= maxPages; page += 1) {
    const html = await pages.inside(await pages.get(list.path(page)));
    const { texts, tables } = await pages.read(html, {
      texts: { empty: list.empty, total: list.total },
      tables: { rows: "table.datos" },
    });
    if (tables.rows === null) {
      if (texts.empty === null) throw unknownShape("neither a list nor its absence");
      return { rows, incompletos };
    }
    const part = list.parse(tables.rows);
    rows.push(...part.rows);
    incompletos += part.incompletos;
    const total = Number((texts.total ?? "").replaceAll(".", ""));
    if (texts.total === null || !Number.isSafeInteger(total)) {
      throw unknownShape("a list without its count");
    }
    if (rows.length + incompletos >= total) return { rows, incompletos };
    if (part.rows.length + part.incompletos === 0) {
      return { rows, incompletos: total - rows.length };
    }
  }
  throw unknownShape("a list without an end");
}
