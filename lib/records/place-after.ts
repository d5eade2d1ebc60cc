/** The digits at the end of a sort key that count the rows of a day. */
const positionDigits = 6;

interface AfterRow {
  /** Where the row was: the numbers of the parameters with its sort key and its id. */
  key: number;
  id: number;
  connection: string;
  /** The datasets that it may be in. */
  dataset: string;
}

/**
 * In SQL: the sort key to continue after. A row that comes or goes within a day moves the positions
 * of the others there. So a list continues after where its last row is now: after where it was, the
 * next one could be skipped or shown again. One that has left its day keeps its old place.
 */
export function placeAfter({ key, id, connection, dataset }: AfterRow): string {
  // Without the offset it would be looked up again for each row of the page.
  return `cross join lateral (
      select coalesce((
        select sort_key from records
        where organization_id = scope.org and connection_id = ${connection}
          and dataset = ${dataset} and id = $${id}
          and left(sort_key, -${positionDigits}) = left($${key}, -${positionDigits})
        limit 1
      ), $${key}) as key
      offset 0
    ) place`;
}
