import { readable, unknownShape } from "#lib/contract/bank/index.ts";
import type { ApiAnswer, Api } from "./api.ts";

const pageSize = 100;
/** No company's month has more, and no list goes on for ever. */
const mostPages = 500;

interface ReadList<Row> {
  rows: Row[];
  incompletos: number;
  /** According to the count on the system's first page. */
  isWhole: boolean;
}

/** Reads every page of a list, following the links in the answers. */
export async function readList<Row>(
  api: Api,
  query: string,
  parse: (raw: unknown) => Row | null,
): Promise<ReadList<Row>> {
  const raws: unknown[] = [];
  let next: string | null = `${query}${query.includes("?") ? "&" : "?"}por_pagina=${pageSize}`;
  let counted: number | null = null;
  for (let page = 0; next !== null; page += 1) {
    if (page === mostPages) throw unknownShape("a list without an end");
    const answer: ApiAnswer = await api.read(next);
    if (!Array.isArray(answer.json)) throw unknownShape("a list that is none");
    raws.push(...(answer.json as unknown[]));
    counted ??= countIn(answer);
    next = nextIn(answer);
  }
  const { rows, incompletos } = readable(raws, parse);
  return { rows, incompletos, isWhole: raws.length === counted };
}

function countIn({ headers }: ApiAnswer): number {
  const total = String(headers["x-total"] ?? "");
  if (!/^\d{1,9}$/.test(total)) throw unknownShape("a list without its count");
  return Number(total);
}

function nextIn({ headers }: ApiAnswer): string | null {
  return /<([^<>]+)>;\s*rel="next"/.exec(String(headers["link"] ?? ""))?.[1] ?? null;
}
