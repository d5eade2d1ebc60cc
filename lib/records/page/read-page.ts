import type {
  CoverageEntry,
  Prueba,
  RecordFilter,
  RecordPage,
  RecordQuery,
  ToldEntry,
} from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import { type RowsSeen } from "../rows-seen.ts";
import {
  finishedRows,
  instantText,
  isFinished,
  msOf,
  pageRows,
  readingInstants,
  rowEnd,
  rowInText,
  withoutLast,
} from "./page-text.ts";
import { earlierOf, firstRows, placeAfter, rowsFor } from "./page-part.ts";
import { shapedStatement } from "./shaped-statement.ts";
import { inForce, toRowTotals, totalsPart, type FoundTotals } from "./totals.ts";

export interface PageQuery extends Omit<RecordQuery, "asked"> {
  connectionId: string;
  /** What a cursor of this list is bound to, in addition to connection and dataset. */
  list: unknown;
}

/** A month's reading as a statement returns it. */
export type FoundCoverage = [
  alcance: string,
  periodo: string,
  status: CoverageEntry["status"],
  incompletos: number,
  readMs: number,
  cuentas: CoverageEntry["cuentas"],
  seen: RowsSeen[string] | null,
  prueba?: Prueba | null,
];

/**
 * A whole page is one database row, and its rows are one text: they are only split in the process.
 */
interface Found {
  known: {
    coverage: FoundCoverage[];
    accounts?: string[];
    header?: Record<string, unknown> | null;
    lines?: number;
    totals?: FoundTotals;
  };
  rows: string | null;
  /** Whether each of these rows is stored in the form its contract answers. */
  finished: boolean | null;
  /** Where the page ends, if there are more rows: its last one, and the one before that. */
  last: [sortKey: string, id: string, keyBefore: string | null, idBefore: string | null] | null;
}

/** One keyset query: a page costs the same at any depth. */
export async function readPage(
  ctx: Pick<Context, "db" | "organization"> & { cursors: Cursors },
  query: PageQuery,
): Promise<RecordPage> {
  const list = [ctx.organization.id, query.connectionId, query.dataset, query.list];
  const after = query.cursor === null ? null : ctx.cursors.read(list, query.cursor);
  const { statement, values } = buildRead(ctx.organization.id, query, after);
  const [found] = await ctx.db.run<Found>(statement, values);
  if (found === undefined) throw new TypeError("a page is one row, also when it is empty");
  const { coverage, accounts = null, header = null, lines = 0, totals } = found.known;
  const readAtOf = readingInstants(coverage.map(([, , , , , , seen]) => seen));
  const rows = found.last === null ? found.rows : withoutLast(found.rows);
  const finished = found.finished === true ? query.finished : null;
  return {
    rows: finished === null ? pageRows(rows, readAtOf) : [],
    finished: finished === null ? null : finishedRows(rows, finished, readAtOf),
    coverage: coverage.map(toPeriodRead),
    accounts,
    header: header === null ? null : { payload: header, lines },
    totals: toRowTotals(totals),
    cursor: found.last === null ? null : ctx.cursors.make(list, placeOf(found.last)),
  };
}

function placeOf([key, id, keyBefore, idBefore]: NonNullable<Found["last"]>): string[] {
  return [key, id, ...earlierOf(key, keyBefore, idBefore)];
}

export function toPeriodRead(entry: FoundCoverage): ToldEntry {
  const [alcance, periodo, status, incompletos, readMs, cuentas, seen, prueba] = entry;
  const told = Object.values(seen ?? {});
  const toldAt = told.length === 0 ? null : instantText(Math.max(...told));
  const read = {
    alcance,
    periodo,
    status,
    incompletos,
    readAt: instantText(readMs),
    cuentas,
    toldAt,
  };
  return prueba === undefined ? read : { ...read, prueba };
}

const here = { connection: "$2", dataset: "$3" };

/** A statement under construction: its shape is the order in which things were added. */
interface Draft {
  values: unknown[];
  conditions: string[];
  shape: string[];
}

/**
 * Each shape is planned once. `scope` is outside the lateral: the policies' setting is made before
 * a record is touched. The organization is checked outside the page's query: next to the policy it
 * would make the planner expect one row, and read and sort the whole connection.
 */
function buildRead(
  organizationId: string,
  query: PageQuery,
  after: string[] | null,
): { statement: Statement; values: unknown[] } {
  const { connectionId, dataset, limit, alcance, finished } = query;
  const newestFirst = query.order === "newest_first";
  const draft: Draft = {
    values: [organizationId, connectionId, dataset, rowsFor(limit), alcance],
    conditions: [],
    shape: [newestFirst ? "d" : "a"],
  };
  const { values, conditions, shape } = draft;
  values.push(finished?.contract ?? null);
  addRange(draft, query.where);
  // A header's line count covers all its lines, whichever of them the page shows.
  const known = knownOf(query, conditions.join(" "), values);
  shape.push(...known.shape);
  addMatch(draft, query.where);
  const sums = addTotals(draft, query);
  if (query.proofs === true) shape.push("proofs");
  const place = addShown(draft, query, after);
  const direction = newestFirst ? "desc" : "asc";
  const order = `sort_key ${direction}, id ${direction}`;
  const ofList = `select organization_id, id, periodo, account, sort_key, payload, answer, answer_contract,
        read_at, read_order, withdrawn_at, missed_by
      from records
      where scope.org is not null and connection_id = $2 and dataset = $3
        ${conditions.join(" ")}`;
  const text = `
    with scope as materialized (select set_config('app.org_id', $1, true) as org)
    select json_build_object('coverage', c.payload${known.fields}${sums.field}) as known,
      p.rows, p.finished, p.last
    from scope cross join lateral (
      select coalesce(json_agg(json_build_array(alcance, periodo, status, incompletos,
        ${msOf("read_at")}, cuentas, seen_at -> $3${query.proofs === true ? ", prueba" : ""})), '[]')
        as payload
      from coverage
      where organization_id = scope.org and connection_id = $2 and ($5::text is null or alcance = $5)
    ) c ${known.laterals} ${sums.lateral} ${place} cross join lateral (
      select string_agg(${rowInText("r", true)}, '${rowEnd}') as rows,
        bool_and(${isFinished("r")}) as finished,
        case when count(*) = $4
          then array[(array_agg(r.sort_key))[$4::int - 1], (array_agg(r.id))[$4::int - 1],
            (array_agg(r.sort_key))[$4::int - 2], (array_agg(r.id))[$4::int - 2]] end as last
      from (
        ${firstRows(ofList, order, "$4")}
      ) r
      where r.organization_id = scope.org
    ) p`;
  return { statement: shapedStatement("records.page", shape, text), values };
}

function add(
  { values, conditions, shape }: Draft,
  name: string,
  condition: (n: number) => string,
  ...given: unknown[]
): void {
  conditions.push(`and ${condition(values.length + 1)}`);
  values.push(...given);
  shape.push(name);
}

function addRange(draft: Draft, { account, from, before }: RecordFilter): void {
  if (account !== undefined) add(draft, "account", (n) => `account = $${n}`, account);
  if (from !== undefined) add(draft, "from", (n) => `sort_key >= $${n}`, from);
  if (before !== undefined) add(draft, "before", (n) => `sort_key < $${n}`, before);
}

function addMatch(draft: Draft, { match }: RecordFilter): void {
  if (match !== undefined) add(draft, "match", (n) => `payload @> $${n}::jsonb`, match);
}

/** Adds the sums of what has been asked for so far, from the dataset that has each row once. */
function addTotals({ values, conditions, shape }: Draft, { totals, dataset }: PageQuery) {
  const isElsewhere = totals !== undefined && totals.dataset !== dataset;
  const counted = isElsewhere ? { ...here, dataset: `$${values.push(totals.dataset)}` } : here;
  if (isElsewhere) shape.push("counted");
  const sums = totalsPart(totals?.by, counted, conditions.join(" "));
  shape.push(...sums.shape);
  return sums;
}

/**
 * Adds which of these rows the page shows: those in force unless told otherwise, after the last
 * page's. Returns the place of that one.
 */
function addShown(draft: Draft, { withdrawn, order }: PageQuery, after: string[] | null): string {
  if (withdrawn === true) draft.shape.push("withdrawn");
  else draft.conditions.push(inForce);
  if (after === null) return "";
  const key = draft.values.length + 1;
  const sign = order === "newest_first" ? "<" : ">";
  const [lastKey, lastId, earlier = null] = after;
  const behind = `(sort_key, id) ${sign} (place.key, place.id)`;
  add(draft, "after", () => behind, lastKey, lastId, earlier);
  const shown = withdrawn === true ? "" : inForce;
  return placeAfter({ ...here, key, id: key + 1, earlier: key + 2, shown });
}

/** What the page's own statement reads in addition: accounts, or a header and its lines. */
function knownOf(
  { accountsIn, header }: PageQuery,
  conditions: string,
  values: unknown[],
): { fields: string; laterals: string; shape: string[] } {
  const ofConnection = `from records where organization_id = scope.org and connection_id = $2`;
  const fields: string[] = [];
  const laterals: string[] = [];
  if (accountsIn !== undefined) {
    fields.push("'accounts', a.ids");
    laterals.push(`cross join lateral (
      select coalesce(json_agg(distinct account collate "C" order by account collate "C"), '[]')
        as ids
      ${ofConnection} and dataset = $${values.push(accountsIn)}
    ) a`);
  }
  if (header !== undefined) {
    fields.push("'header', h.payload, 'lines', h.lines");
    const [dataset, id] = [values.push(header.dataset), values.push(header.id)];
    laterals.push(`cross join lateral (
      select (select payload ${ofConnection} and dataset = $${dataset} and id = $${id} ${inForce})
          as payload,
        (select count(*) ${ofConnection} and dataset = $3 ${conditions} ${inForce}) as lines
    ) h`);
  }
  return {
    fields: fields.map((field) => `, ${field}`).join(""),
    laterals: laterals.join(" "),
    shape: [
      ...(accountsIn === undefined ? [] : ["accounts"]),
      ...(header === undefined ? [] : ["header"]),
    ],
  };
}
