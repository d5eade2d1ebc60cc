import type { z } from "zod";
import type { ToldEntry } from "./coverage-entry.ts";
import type { RowTotal, TotalPart } from "./row-totals.ts";
import { heldRow, type FinishedAs, type FinishedRows } from "./finished-rows.ts";

/** Rows of one kind in an external system, and how they are stored and read. */
export interface Dataset<Row extends Record<string, unknown> = Record<string, unknown>> {
  /** `<connector>.<rows>`, for example `banco_a.movimientos`. */
  id: string;
  /** The name of the list in the output. */
  list: string;
  /** The stored row, without the instant of reading. */
  row: z.ZodType<Row>;
  /** The output row's field with the instant of its reading. */
  readAtField: "ultimaLecturaEn" | "observedAt";
  order: "newest_first" | "ascending";
  /** The natural key: the same thing outside is the same row here. */
  key(row: Row): string;
  /**
   * Where the row is in the order. Begins with what the filters narrow; `position` is the position
   * among rows that their own fields do not order, such as the movements of a day.
   */
  sortKey(row: Row, position: number): string;
  periodo(row: Row): string;
  account(row: Row): string | null;
  /**
   * What happens to a stored row that a complete reading of its account and month does not bring.
   * By default the bank took it back, and it is kept as withdrawn.
   */
  unseen?: "stays" | "dropped";
}

/** A row ready to be stored. */
export interface NewRecord {
  id: string;
  periodo: string;
  account: string | null;
  sortKey: string;
  payload: Record<string, unknown>;
  /** The contract that the payload was checked against, if it is returned unchanged. */
  contract?: string;
  /** It breaks its contract: stored, it would be in the way of every read of its list. */
  unfit?: true;
}

/** A row found outside a sync, as a sync stores it. */
export interface FoundRow {
  dataset: string;
  record: NewRecord;
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
    ...(held === null && !dataset.row.safeParse(row).success && { unfit: true }),
  };
}

/** Part of a dataset: a range of sort keys, an account, fields that must be equal. */
export interface RecordFilter {
  /** Sort keys from this one on, inclusive. */
  from?: string;
  /** Sort keys before this one. */
  before?: string;
  account?: string;
  match?: Record<string, unknown>;
}

/** Sums of the amounts of all rows that match the filters, only for a first page. */
interface TotalsQuery {
  by: readonly TotalPart[];
  /** The dataset with the rows that count, each once. */
  dataset: string;
}

export interface RecordQuery {
  dataset: string;
  order: Dataset["order"];
  /** What the filters amount to. */
  where: RecordFilter;
  /** The filters as the caller gave them: a cursor is bound to them. */
  asked: Record<string, unknown>;
  /** The module whose coverage is included; null for all modules. */
  alcance: string | null;
  /** Whether each reading includes its own proof; see `Prueba`. */
  proofs?: boolean;
  /** The dataset whose accounts are included: the known ones. */
  accountsIn?: string;
  /** A row to include, with the number of rows in the range of the filters: those are its lines. */
  header?: { dataset: string; id: string };
  totals?: TotalsQuery;
  limit: number;
  cursor: string | null;
  /** Whether to include what the bank took back. */
  withdrawn?: boolean;
  /** If set, rows are returned as they were finished; null when they must be looked into. */
  finished: FinishedAs | null;
}

export interface RecordPage {
  /** Empty when they were finished. */
  rows: { payload: Record<string, unknown>; readAt: string; withdrawnAt: string | null }[];
  finished: FinishedRows | null;
  coverage: ToldEntry[];
  /** Sorted; null when they were not requested. */
  accounts: string[] | null;
  /** Null when none was requested, or it does not exist. */
  header: { payload: Record<string, unknown>; lines: number } | null;
  /** Null when none were requested. */
  totals: RowTotal[] | null;
  cursor: string | null;
}

const lastCodePoint = 0x10_ff_ff;

/**
 * The range of all sort keys that begin with `prefix`. Without an end when nothing sorts after
 * them.
 */
export function prefixRange(prefix: string): { from: string; before?: string } {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === lastCodePoint) points.pop();
  const last = points.pop();
  if (last === undefined) return { from: prefix };
  // Halves of surrogate pairs are no characters, and the database cannot store them.
  const next = last === 0xd7_ff ? 0xe0_00 : last + 1;
  return { from: prefix, before: String.fromCodePoint(...points, next) };
}
