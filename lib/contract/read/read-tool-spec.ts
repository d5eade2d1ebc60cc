import type * as z from "zod";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import type { CoverageEntry } from "../dataset/coverage-entry.ts";
import type { Dataset, RecordFilter } from "../dataset/dataset.ts";
import type { Acceso } from "../terms.ts";

/** Fields that depend on how the rows were read, and not on the rows themselves. */
interface Extension<Filters> {
  /** Whether the readings include their proofs. */
  proofs?: true;
  /** The answer's own fields, next to the list. */
  output: Record<string, z.ZodType>;
  /** A stored row to return along with the page. */
  along?: { dataset: string; id: string };
  answer(
    coverage: readonly CoverageEntry[],
    filters: Filters,
    along: Record<string, unknown> | null,
  ): Record<string, unknown>;
  row?(
    payload: Record<string, unknown>,
    coverage: readonly CoverageEntry[],
    filters: Filters,
  ): Record<string, unknown>;
  /** The answer's own fields in the example. */
  example: Record<string, unknown>;
}

/** A stored row that has lines of its own. */
export interface LinesHeader {
  dataset: Dataset;
  id: string;
  /** How many lines the header says it has. */
  expected(header: Record<string, unknown>): number;
}

export interface ReadToolSpec<
  Row extends Record<string, unknown>,
  F extends z.core.$ZodLooseShape,
> {
  id: `${string}.${string}`;
  title: string;
  description: string;
  alcance?: string;
  /** The kinds of access that can serve the module; if absent, all can. */
  servedBy?: readonly Acceso[];
  /** Snapshots, which only the current period has. */
  momentary?: boolean;
  /** The module's; see `Alcance`. */
  closingDay?: number;
  dataset: Dataset<Row>;
  /** Another dataset with the same rows, for filters that it answers better. */
  datasetFor?(filters: z.output<z.ZodObject<F>>): Dataset<Row>;
  /** The dataset with only the row of each movement that counts, where `dataset` has others too. */
  counted?: Dataset<Row>;
  /** The output row: the stored one, the instant of reading, and what `extend` adds. */
  row: z.ZodObject;
  /** What is returned of a stored row; by default all of it. Pure: it runs at every read. */
  present?(row: Row): Record<string, unknown>;
  filters: z.ZodObject<F>;
  /** The part of the dataset that the filters ask for. */
  where(filters: z.output<z.ZodObject<F>>): RecordFilter;
  /**
   * The filter for an account that `cuentas` does not list: the readings themselves say which
   * exist.
   */
  accountFilter?: string;
  /** The stored row whose lines the filters ask for. */
  header?(filters: z.output<z.ZodObject<F>>): LinesHeader;
  extend?: Extension<z.output<z.ZodObject<F>>>;
  errors?: readonly ErrorCode[];
  example: { input: Record<string, unknown>; rows: Record<string, unknown>[] };
}
