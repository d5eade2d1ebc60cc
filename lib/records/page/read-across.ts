import type { CoverageEntry, RecordFilter, RowTotal, TotalPart } from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import { msOf, pageRows, readingInstants, rowEnd, rowInText } from "./page-text.ts";
import { earlierOf, firstRows, placeAfter, rowsFor } from "./page-part.ts";
import { toPeriodRead, type FoundCoverage } from "./read-page.ts";
import { shapedStatement } from "./shaped-statement.ts";
import { inForce, toRowTotals, totalsPart, type FoundTotals } from "./totals.ts";

interface Source {
  connectionId: string;
  dataset: string;
}

interface AcrossQuery {
  sources: readonly Source[];
  alcance: string;
  where: Pick<RecordFilter, "from" | "before" | "match">;
  totals?: readonly TotalPart[] | undefined;
  /**
   * What a cursor is bound to: includes requested connections that are not, or no longer, sources.
   */
  list: unknown;
  limit: number;
  cursor: string | null;
}

interface AcrossRead {
  rows: { connectionId: string; payload: Record<string, unknown>; readAt: string }[];
  /** By connection. */
  read: Map<string, { coverage: CoverageEntry[]; totals: RowTotal[] | null }>;
  cursor: string | null;
}

/** The rows of one connection, each with its position in the overall order. */
interface Found {
  connection: string;
  known: { coverage: FoundCoverage[]; totals?: FoundTotals };
  rows: string | null;
  places: [sortKey: string, id: string][];
}

type Place = [sortKey: string, connectionId: string, id: string];

/**
 * A page of several connections, newest first: one scan of each in one statement, and the newest of
 * all. It reads at most connections times rows of a page.
 */
export async function readAcross(
  ctx: Pick<Context, "db" | "organization"> & { cursors: Cursors },
  query: AcrossQuery,
): Promise<AcrossRead> {
  const list = [ctx.organization.id, query.list];
  const after = query.cursor === null ? null : ctx.cursors.read(list, query.cursor);
  const { statement, values } = buildRead(ctx.organization.id, query, after);
  const found = await ctx.db.run<Found>(statement, values);
  const merged = found
    .flatMap(rowsOf)
    .toSorted((one, other) => newestFirst(one.place, other.place));
  const page = merged.slice(0, query.limit);
  const [last, before] = merged.length > page.length ? page.toReversed() : [];
  return {
    rows: page.map(({ place: _place, ...row }) => row),
    read: new Map(
      found.map(({ connection, known }) => [
        connection,
        { coverage: known.coverage.map(toPeriodRead), totals: toRowTotals(known.totals) },
      ]),
    ),
    cursor: last === undefined ? null : ctx.cursors.make(list, cursorPlace(last, before)),
  };
}

interface Placed {
  place: Place;
}

/** The row before it, too, where it is of the same connection. */
function cursorPlace({ place }: Placed, before: Placed | undefined): string[] {
  const [key, connection] = place;
  const [keyBefore, connectionBefore, idBefore] = before?.place ?? [null, null, null];
  if (connectionBefore !== connection) return place;
  return [...place, ...earlierOf(key, keyBefore, idBefore)];
}

function rowsOf({ connection, known, rows, places }: Found) {
  const readAtOf = readingInstants(known.coverage.map(([, , , , , , seen]) => seen));
  return pageRows(rows, readAtOf).map(({ payload, readAt }, at) => {
    const [sortKey, id] = places[at] ?? ["", ""];
    const place: Place = [sortKey, connection, id];
    return { connectionId: connection, payload, readAt, place };
  });
}

/** In the database's order, byte by byte; keys contain nothing beyond the basic plane. */
function newestFirst(one: Place, other: Place): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at === -1) return 0;
  return (one[at] ?? "") < (other[at] ?? "") ? 1 : -1;
}

const own = { connection: "own.id", dataset: "own.dataset" };

function buildRead(
  organizationId: string,
  { sources, alcance, where, totals, limit }: AcrossQuery,
  after: string[] | null,
): { statement: Statement; values: unknown[] } {
  const values: unknown[] = [
    organizationId,
    sources.map(({ connectionId }) => connectionId),
    sources.map(({ dataset }) => dataset),
    rowsFor(limit),
    alcance,
  ];
  const conditions: string[] = [];
  const shape: string[] = [];
  const add = (name: string, condition: (n: number) => string, ...given: unknown[]): void => {
    conditions.push(`and ${condition(values.length + 1)}`);
    values.push(...given);
    shape.push(name);
  };
  if (where.from !== undefined) add("from", (n) => `sort_key >= $${n}`, where.from);
  if (where.before !== undefined) add("before", (n) => `sort_key < $${n}`, where.before);
  if (where.match !== undefined) add("match", (n) => `payload @> $${n}::jsonb`, where.match);
  const sums = totalsPart(totals, own, conditions.join(" "));
  shape.push(...sums.shape);
  let place = "";
  if (after !== null) {
    const key = values.length + 1;
    const connection = `$${key + 1}`;
    // The first half is what narrows the index scan.
    const behind = `sort_key <= place.key and (sort_key, own.id, id) < (place.key, ${connection}, place.id)`;
    const [lastKey, lastConnection, lastId, earlier = null] = after;
    add("after", () => behind, lastKey, lastConnection, lastId, earlier);
    const ids = { id: key + 2, earlier: key + 3 };
    place = placeAfter({ key, ...ids, connection, dataset: "any($3)", shown: inForce });
  }
  const order = "sort_key desc, id desc";
  const ofList = `select organization_id, id, periodo, account, sort_key, payload, read_at, read_order,
        withdrawn_at, missed_by
      from records
      where scope.org is not null and connection_id = own.id and dataset = own.dataset
      ${conditions.join(" ")} ${inForce}`;
  const text = `
    with scope as materialized (select set_config('app.org_id', $1, true) as org)
    select own.id as connection, p.rows, p.places,
      json_build_object('coverage', c.payload${sums.field}) as known
    from scope ${place} cross join unnest($2::text[], $3::text[]) own (id, dataset)
    cross join lateral (
      select coalesce(json_agg(json_build_array(alcance, periodo, status, incompletos,
        ${msOf("read_at")}, cuentas, seen_at -> own.dataset)), '[]') as payload
      from coverage
      where organization_id = scope.org and connection_id = own.id and alcance = $5
    ) c ${sums.lateral} cross join lateral (
      select string_agg(${rowInText("r", false)}, '${rowEnd}') as rows,
        coalesce(json_agg(json_build_array(r.sort_key, r.id)), '[]') as places
      from (
        ${firstRows(ofList, order, "$4")}
      ) r
      where r.organization_id = scope.org
    ) p`;
  return { statement: shapedStatement("records.across", shape, text), values };
}
