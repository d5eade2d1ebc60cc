import type { z } from "zod";
import type { ToldEntry } from "./coverage-entry.ts";
import type { RowTotal, TotalPart } from "./row-totals.ts";
import { heldRow, type FinishedAs, type FinishedRows } from "./finished-rows.ts";

/** Rows of one kind that an external system holds, and how they are kept and read. */
export interface Dataset<Row extends Record<string, unknown> = Record<string, unknown>> {
  /** `<connector>.<rows>`, for example `banco_a.movimientos`. */
  id: string;
  /** The output's list. */
  list: string;
  /** The stored row, without the instant of reading. */
  row: z.ZodType<Row>;
  /** The field of the output row that tells when it was read. */
  readAtField: "ultimaLecturaEn" | "observedAt";
  order: "newest_first" | "ascending";
  /** The natural key: the same thing out there is the same row in here. */
  key(row: Row): string;
  /**
   * Where the row is in the order. Begins with what the filters narrow; `position` is the
   * place among rows that their own fields do not order, such as the movements of a day.
   */
  sortKey(row: Row, position: number): string;
  periodo(row: Row): string;
  account(row: Row): string | null;
  /**
   * What becomes of a kept row that a whole reading of its account and month does not bring. By
   * default the bank took it back, and it is kept as withdrawn.
   */
  unseen?: "stays" | "dropped";
}

/** A row ready to be kept. */
export interface NewRecord {
  id: string;
  periodo: string;
  account: string | null;
  sortKey: string;
  payload: Record<string, unknown>;
  /** The contract that the payload was held to, as it is. */
  contract?: string;
}

export function toRecord<Row extends Record<string, unknown>>(
  dataset: Dataset<Row>,
  row: Row,
  position = 0,
): NewRecord {
  const held = heldRow(dataset.row, row);
  return {
    id: dataset.key(row),
    periodo: dataset.periodo(row),
    account: dataset.account(row),
    sortKey: dataset.sortKey(row, position),
    payload: held?.row ?? row,
    ...(held !== null && { contract: held.contract }),
  };
}

/** Part of a dataset: a range of sort keys, an account, fields that must be equal. */
export interface RecordFilter {
  /** Sort keys from this one on, itself included. */
  from?: string;
  /** Sort keys before this one. */
  before?: string;
  account?: string;
  match?: Record<string, unknown>;
}

/** Sums of the amounts of all that the filters let through, for a first page alone. */
interface TotalsQuery {
  by: readonly TotalPart[];
  /** Where the rows are that count, each once. */
  dataset: string;
}

export interface RecordQuery {
  dataset: string;
  order: Dataset["order"];
  /** What the filters come to. */
  where: RecordFilter;
  /** The filters as the caller gave them: a cursor is bound to them. */
  asked: Record<string, unknown>;
  /** The module whose coverage comes along; null for all modules. */
  alcance: string | null;
  /** Each reading with its own proof; see `Prueba`. */
  proofs?: boolean;
  /** The dataset whose accounts come along: those that are known. */
  accountsIn?: string;
  /** The row that comes along, with how many rows are in the range of the filters: those are its lines. */
  header?: { dataset: string; id: string };
  totals?: TotalsQuery;
  limit: number;
  cursor: string | null;
  /** Also what the bank took back. */
  withdrawn?: boolean;
  /** Where the rows are answered as they were finished; null where they must be looked into. */
  finished: FinishedAs | null;
}

export interface RecordPage {
  /** None when they came finished. */
  rows: { payload: Record<string, unknown>; readAt: string; withdrawnAt: string | null }[];
  finished: FinishedRows | null;
  coverage: ToldEntry[];
  /** In order; null when they were not asked for. */
  accounts: string[] | null;
  /** Null when none was asked for, or it is not there. */
  header: { payload: Record<string, unknown>; lines: number } | null;
  /** Null when none were asked for. */
  totals: RowTotal[] | null;
  cursor: string | null;
}

const lastCodePoint = 0x10_ff_ff;

/** The range of all sort keys that begin with `prefix`. Without an end when nothing is after them. */
export function prefixRange(prefix: string): { from: string; before?: string } {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === lastCodePoint) points.pop();
  const last = points.pop();
  if (last === undefined) return { from: prefix };
  // The halves of surrogate pairs are no characters, and the database holds none.
  const next = last === 0xd7_ff ? 0xe0_00 : last + 1;
  return { from: prefix, before: String.fromCodePoint(...points, next) };
}
