import { maxPageSize } from "#lib/contract/index.ts";

/** One more than a page shows whether there are further rows. */
const mostRows = maxPageSize + 1;

/** How many rows a page of this size asks for. */
export function rowsFor(limit: number): number {
  if (limit > maxPageSize) throw new RangeError(`a page has ${maxPageSize} rows at most`);
  return limit + 1;
}

/**
 * The first `count` rows of a list: a parameter, whose value a generic plan does not know. It then
 * expects a tenth of the list, so each read of a long list was planned again, which took longer
 * than the read; within a fixed limit it expects a tenth of that.
 */
export function firstRows(list: string, order: string, count: string): string {
  return `select * from (${list} order by ${order} limit ${mostRows}) list
        order by ${order} limit ${count}`;
}
