import type { CoverageEntry, RecordPage, RecordQuery, ToldEntry } from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import { seenKeyOfRow, type RowsSeen } from "./rows-seen.ts";

export interface PageQuery extends Omit<RecordQuery, "asked"> {
  connectionId: string;
  /** What a cursor of this list is bound to, in addition to connection and dataset. */
  list: unknown;
}

/** The first row carries what is known of the page, the others are records. */
type Row = KnownRow | RecordRow;

interface KnownRow {
  id: null;
  payload: {
    coverage: [
      alcance: string,
      periodo: string,
      status: CoverageEntry["status"],
      incompletos: number,
      readMs: number,
      cuentas: CoverageEntry["cuentas"],
      seen: RowsSeen[string] | null,
    ][];
    accounts?: string[];
    header?: Record<string, unknown> | null;
    lines?: number;
  };
}

interface RecordRow {
  id: string;
  sort_key: string;
  payload: Record<string, unknown>;
  read_ms: number;
  read_order: number;
  /** Under which its dataset's readings tell of it; null when the last one missed it. */
  seen_key: string | null;
  withdrawn_ms: number | null;
}

/** One keyset query: the page at any depth costs what the first one costs. */
export async function readPage(
  ctx: Pick<Context, "db" | "organization"> & { cursors: Cursors },
  query: PageQuery,
): Promise<RecordPage> {
  const list = [ctx.organization.id, query.connectionId, query.dataset, query.list];
  const after = query.cursor === null ? null : ctx.cursors.read(list, query.cursor);
  const { statement, values } = buildRead(ctx.organization.id, query, after);
  const found = await ctx.db.run<Row>(statement, values);
  const rows = found.filter((row): row is RecordRow => row.id !== null);
  const known = found.find((row): row is KnownRow => row.id === null)?.payload;
  const { coverage = [], accounts = null, header = null, lines = 0 } = known ?? {};
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const more = rows.length > query.limit && last !== undefined;
  const isoOf = writingInstants();
  const seen = lastReadings(coverage);
  return {
    rows: page.map(({ payload, read_ms, read_order, seen_key, withdrawn_ms }) => ({
      payload,
      readAt: isoOf(Math.max(read_ms, (seen.get(seen_key) ?? 0) + read_order)),
      withdrawnAt: withdrawn_ms === null ? null : isoOf(withdrawn_ms),
    })),
    coverage: coverage.map((entry) => toPeriodRead(entry, isoOf)),
    accounts,
    header: header === null ? null : { payload: header, lines },
    cursor: more ? ctx.cursors.make(list, [last.sort_key, last.id]) : null,
  };
}

function toPeriodRead(
  entry: KnownRow["payload"]["coverage"][number],
  isoOf: (milliseconds: number) => string,
): ToldEntry {
  const [alcance, periodo, status, incompletos, readMs, cuentas, seen] = entry;
  const told = Object.values(seen ?? {});
  const toldAt = told.length === 0 ? null : isoOf(Math.max(...told));
  return { alcance, periodo, status, incompletos, readAt: isoOf(readMs), cuentas, toldAt };
}

/** When each of them last told of all its rows in force. */
function lastReadings(coverage: KnownRow["payload"]["coverage"]): Map<string | null, number> {
  const last = new Map<string | null, number>();
  for (const [, , , , , , seen] of coverage) {
    for (const [key, at] of Object.entries(seen ?? {})) {
      last.set(key, Math.max(at, last.get(key) ?? 0));
    }
  }
  return last;
}

/** Rows that one sync brought share their instant, and it is written once. */
function writingInstants(): (milliseconds: number) => string {
  const written = new Map<number, string>();
  return (milliseconds) => {
    const known = written.get(milliseconds);
    if (known !== undefined) return known;
    const text = new Date(milliseconds).toISOString();
    written.set(milliseconds, text);
    return text;
  };
}

/** `extract` works digit by digit, which a page of rows pays for; rounded, for a float is a hair off. */
const msOf = (column: string) => `round(date_part('epoch', ${column}) * 1000)`;

/** Of what the system took back nothing is known, unless it is asked for. */
const inForce = "and withdrawn_at is null";

/**
 * Each shape is planned once. `scope` is outside the lateral: the policies' setting is made
 * before a record is touched. The organization is asked about the page, not inside it: next to
 * the policy it would make the planner expect one row, and read and sort the whole connection.
 */
function buildRead(
  organizationId: string,
  query: PageQuery,
  after: string[] | null,
): { statement: Statement; values: unknown[] } {
  const { where } = query;
  const newestFirst = query.order === "newest_first";
  const { connectionId, dataset, limit, alcance } = query;
  const values: unknown[] = [organizationId, connectionId, dataset, limit + 1, alcance];
  const conditions: string[] = [];
  const shape: string[] = [newestFirst ? "d" : "a"];
  const add = (name: string, condition: (n: number) => string, ...given: unknown[]): void => {
    conditions.push(`and ${condition(values.length + 1)}`);
    values.push(...given);
    shape.push(name);
  };
  if (where.account !== undefined) add("account", (n) => `account = $${n}`, where.account);
  if (where.from !== undefined) add("from", (n) => `sort_key >= $${n}`, where.from);
  if (where.before !== undefined) add("before", (n) => `sort_key < $${n}`, where.before);
  if (where.match !== undefined) add("match", (n) => `payload @> $${n}::jsonb`, where.match);
  const known = knownOf(query, conditions.join(" "), values);
  shape.push(...known.shape);
  if (query.withdrawn === true) shape.push("withdrawn");
  else conditions.push(inForce);
  if (after !== null) {
    const sign = newestFirst ? "<" : ">";
    add("after", (n) => `(sort_key, id) ${sign} ($${n}, $${n + 1})`, after[0], after[1]);
  }
  const direction = newestFirst ? "desc" : "asc";
  const text = `
    with scope as materialized (select set_config('app.org_id', $1, true) as org)
    select null as id, null as sort_key, jsonb_build_object('coverage', c.payload${known.fields}) as payload,
      null as read_ms, null as read_order, null as seen_key, null as withdrawn_ms
    from scope cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_array(alcance, periodo, status, incompletos,
        ${msOf("read_at")}, cuentas, seen_at -> $3)), '[]') as payload
      from coverage
      where organization_id = scope.org and connection_id = $2 and ($5::text is null or alcance = $5)
    ) c ${known.laterals}
    union all (
      select r.id, r.sort_key, r.payload, ${msOf("r.read_at")},
        r.read_order, r.seen_key, ${msOf("r.withdrawn_at")}
      from scope cross join lateral (
        select organization_id, id, sort_key, payload, read_at, read_order, withdrawn_at,
          case when withdrawn_at is null and missed_by is null then ${seenKeyOfRow} end as seen_key
        from records
        where scope.org is not null and connection_id = $2 and dataset = $3
          ${conditions.join(" ")}
        order by sort_key ${direction}, id ${direction}
        limit $4
      ) r
      where r.organization_id = scope.org
      order by r.sort_key ${direction}, r.id ${direction}
    )`;
  return { statement: { name: `records.page.${shape.join("-")}`, repeatable: true, text }, values };
}

/** What comes along with the page, in its own statement: accounts, or a header and its lines. */
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
      select coalesce(jsonb_agg(distinct account collate "C" order by account collate "C"), '[]')
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
