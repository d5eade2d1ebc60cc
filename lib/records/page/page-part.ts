import { maxPageSize } from "#lib/contract/index.ts";

// Which part of a list a page is: where it begins, and how many rows it asks for.

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

/** The digits at the end of a sort key that count the rows of a day. */
const positionDigits = 6;

/** The numbers of the parameters with the page's last row, and with the id of the one before it. */
interface AfterRow {
  key: number;
  id: number;
  /** Null where it was of another day. */
  earlier: number;
  connection: string;
  /** The datasets that they may be in. */
  dataset: string;
  /** Which rows the list shows. */
  shown: string;
}

/**
 * In SQL: the sort key and the id to continue after. A row that comes or goes within a day moves the
 * positions of the others there. So a list continues after where its last row is now: after where it
 * was, the next one could be skipped or shown again. If that one was taken back or has left its day,
 * it continues after the one before it, and without that after the old place.
 */
export function placeAfter(after: AfterRow): string {
  const { key, id, earlier, connection, dataset, shown } = after;
  const nowAt = (row: number): string => `(
          select array[sort_key, id] from records
          where organization_id = scope.org and connection_id = ${connection}
            and dataset = ${dataset} and id = $${row}
            and left(sort_key, -${positionDigits}) = left($${key}, -${positionDigits}) ${shown}
          limit 1)`;
  // Without the offset it would be looked up again for each row of the page.
  return `cross join lateral (
      select known.place[1] as key, known.place[2] as id from (
        select coalesce(${nowAt(id)}, ${nowAt(earlier)}, array[$${key}, $${id}]) as place
        offset 0
      ) known
    ) place`;
}

/** What a cursor says of the row before the page's last one: its id, if it is of the same day. */
export function earlierOf(key: string, keyBefore: string | null, idBefore: string | null) {
  const dayOf = (sortKey: string): string => sortKey.slice(0, -positionDigits);
  const isKnown = keyBefore !== null && idBefore !== null && dayOf(keyBefore) === dayOf(key);
  return isKnown ? [idBefore] : [];
}
