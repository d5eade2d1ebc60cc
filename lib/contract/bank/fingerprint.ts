import { createHash } from "node:crypto";

// 132 bits: no two rows of one account will ever collide.
const length = 22;

/** A short stable id for something that has none at the bank: the same parts give the same id. */
export function fingerprint(parts: readonly (string | number | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, length);
}

/**
 * Counts from zero among the items of one key, in the given order: two equal charges of a day are
 * the first and the second, and a row of another day affects neither.
 */
export function counter(): (key: string) => number {
  const seen = new Map<string, number>();
  return (key) => {
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return ordinal;
  };
}

/** Six digits, so that text sorts like numbers. */
export function sortablePosition(position: number): string {
  return String(position).padStart(6, "0");
}

export type RowIds = (identity: readonly (string | number | null)[]) => string;

/** Ids for rows that have none in the portal: equal rows are numbered, so that twins stay two. */
export function rowIds(): RowIds {
  const ordinalOf = counter();
  return (identity) => fingerprint([...identity, ordinalOf(JSON.stringify(identity))]);
}
