import { readable, readSteady, unknownShape } from "#lib/contract/bank/index.ts";
import type { ApiAnswer, Api } from "./api.ts";

const pageSize = 100;
/** No company's month has more, and no list goes on for ever. */
const mostPages = 500;
/** For all pages together: many times what so many documents need, and what a worker can hold. */
const mostBytes = 64 * 1_048_576;

interface ListedRow<Row> {
  parse(raw: unknown): Row | null;
  /** What it keeps while it changes, such as a draft that is issued. */
  keyOf(row: Row): string;
}

interface ReadList<Row> {
  rows: Row[];
  incompletos: number;
  /** According to the count on the system's first page. */
  completo: boolean;
}

/** Reads every page of a list, and reads them again if rows moved between two of them meanwhile. */
export function readList<Row>(
  api: Api,
  query: string,
  listed: ListedRow<Row>,
): Promise<ReadList<Row>> {
  return readSteady(() => readPages(api, query, listed));
}

/**
 * Follows the links in the answers. A row that moved between two pages is on both or on neither: each
 * counts once, so that one seen twice does not make up for one missed.
 */
async function readPages<Row>(
  api: Api,
  query: string,
  { parse, keyOf }: ListedRow<Row>,
): Promise<ReadList<Row>> {
  const raws: unknown[] = [];
  let next: string | null = `${query}${query.includes("?") ? "&" : "?"}por_pagina=${pageSize}`;
  let counted: number | null = null;
  let size = 0;
  for (let page = 0; next !== null; page += 1) {
    if (page === mostPages) throw unknownShape("a list without an end");
    const answer: ApiAnswer = await api.read(next);
    size += answer.size;
    if (size > mostBytes) throw unknownShape("a list larger than any");
    if (!Array.isArray(answer.json)) throw unknownShape("a list that is none");
    raws.push(...(answer.json as unknown[]));
    counted ??= countIn(answer);
    next = nextIn(answer);
  }
  const { rows: shown, incompletos } = readable(raws, parse);
  const rows = [...new Map(shown.map((row) => [keyOf(row), row])).values()];
  return { rows, incompletos, completo: rows.length + incompletos === counted };
}

function countIn({ headers }: ApiAnswer): number {
  const total = String(headers["x-total"] ?? "");
  if (!/^\d{1,9}$/.test(total)) throw unknownShape("a list without its count");
  return Number(total);
}

function nextIn({ headers }: ApiAnswer): string | null {
  return /<([^<>]+)>;\s*rel="next"/.exec(String(headers["link"] ?? ""))?.[1] ?? null;
}
