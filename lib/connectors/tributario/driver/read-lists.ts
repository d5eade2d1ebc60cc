import { firstDay, lastDay, type Fecha, type Periodo } from "#lib/chile/index.ts";
import { readSteady, unknownShape, type Parsed } from "#lib/contract/bank/index.ts";
import { readRows, toRecord, type AlcanceReading } from "#lib/contract/index.ts";
import { parseIssued } from "../parse/lists.ts";
import { dte, type DteEmitido } from "../store.ts";
import type { PortalPages } from "./portal-pages.ts";

const maxPages = 500;

/** What the company issued through the invoicer. */
export async function readIssued(
  pages: PortalPages,
  periodo: Periodo,
  today: Fecha,
): Promise<AlcanceReading> {
  const last = lastDay(periodo);
  const { rows, incompletos, completo } = await issuedBetween(pages, {
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
    completo,
  };
}

interface Issued {
  rows: DteEmitido[];
  incompletos: number;
  completo: boolean;
}

/**
 * Every page of the list, newest first: a document issued meanwhile pushes a row onto the next
 * page, where it appears again. The count shows that the list grew, and it is read once more.
 */
export function issuedBetween(
  pages: PortalPages,
  { tipoDte, from, to }: { tipoDte: number | null; from: Fecha; to: Fecha },
): Promise<Issued> {
  const query = new URLSearchParams({
    TIPO: tipoDte === null ? "" : String(tipoDte),
    DESDE: printed(from),
    HASTA: printed(to),
  }).toString();
  return readSteady(() => readPages(pages, `/facturador/emitidos?${query}`));
}

export function printed(fecha: Fecha): string {
  return fecha.split("-").toReversed().join("/");
}

/** Up to the count on the first page, which all others must repeat. */
async function readPages(pages: PortalPages, list: string): Promise<Issued> {
  const rows = new Map<string, DteEmitido>();
  let incompletos = 0;
  let counted: number | null = null;
  for (let number = 1; number <= maxPages; number += 1) {
    const page = await readPage(pages, `${list}&PAGINA=${number}`);
    counted ??= page.total;
    const before = rows.size + incompletos;
    for (const row of page.rows) rows.set(dte.key(row), row);
    incompletos += page.incompletos;
    const found = rows.size + incompletos;
    const hasMoved = page.total !== counted || (found === before && found < counted);
    if (hasMoved || found >= counted) {
      return { rows: [...rows.values()], incompletos, completo: !hasMoved && incompletos === 0 };
    }
  }
  throw unknownShape("a list without an end");
}

interface Page extends Parsed<DteEmitido> {
  /** How many rows there are on all pages. */
  total: number;
}

/** A page past the last one is as empty as a list without rows. */
async function readPage(pages: PortalPages, path: string): Promise<Page> {
  const html = await pages.inside(await pages.get(path));
  const { texts, tables } = await pages.read(html, {
    texts: { empty: "#sin-emitidos", total: "#total-emitidos" },
    tables: { rows: "table.datos" },
  });
  if (tables.rows === null) {
    if (texts.empty === null) throw unknownShape("neither a list nor its absence");
    return { rows: [], incompletos: 0, total: 0 };
  }
  const total = Number((texts.total ?? "").replaceAll(".", ""));
  if (texts.total === null || !Number.isSafeInteger(total)) {
    throw unknownShape("a list without its count");
  }
  return { ...parseIssued(tables.rows), total };
}
