import type { CoverageEntry } from "./coverage-entry.ts";
import type { RecordFilter } from "./dataset.ts";
import type { RowTotal, TotalPart } from "./row-totals.ts";

/** Rows of one kind, from several connections that the caller names. */
export interface AcrossQuery {
  connectionIds: readonly string[];
  /** The module, and also the tool of each of their systems that reads it: `movimientos`. */
  alcance: string;
  where: RecordFilter;
  /** The filters as the caller gave them: a cursor is bound to them, and to the connections. */
  asked: Record<string, unknown>;
  totals?: readonly TotalPart[];
  limit: number;
  cursor: string | null;
}

export interface ConnectionRead {
  id: string;
  connector: string;
  coverage: CoverageEntry[];
  totals: RowTotal[] | null;
}

export interface AcrossPage {
  /** Newest first, whichever connection they belong to. */
  rows: {
    connectionId: string;
    connector: string;
    payload: Record<string, unknown>;
    readAt: string;
  }[];
  /** Those that were read, in the order in which they were named. */
  read: ConnectionRead[];
  /** Those for which a call of their own tool would be refused, with its code. */
  omitted: { connectionId: string; code: string }[];
  cursor: string | null;
}

export interface AcrossService {
  /** Refused as a whole when none of the connections can be read. */
  read(query: AcrossQuery): Promise<AcrossPage>;
}
