import type * as z from "zod";
import { askedPart } from "../dataset/asked-part.ts";
import { accountsRead, checkAccount } from "./check-account.ts";
import { coberturaOfLines } from "./cobertura-of-lines.ts";
import { coberturaOf, type Cobertura } from "../dataset/cobertura.ts";
import { connectionOf, type ToolContext } from "../tool/tool.ts";
import { broughtAlong } from "../dataset/coverage-entry.ts";
import type { RecordFilter, RecordPage, RecordQuery } from "../dataset/dataset.ts";
import { finishedAs } from "../dataset/finished-rows.ts";
import { splitRequest, type PageRequest } from "./page-request.ts";
import type { LinesHeader, ReadToolSpec } from "./read-tool-spec.ts";
import { toTotals, type TotalPart } from "../dataset/row-totals.ts";

type Shape = z.core.$ZodLooseShape;
type StoredRow = Record<string, unknown>;

interface Reader<Row extends StoredRow, F extends Shape> {
  spec: ReadToolSpec<Row, F>;
  /** What its amounts are grouped by; null where the rows have none. */
  totalled: readonly TotalPart[] | null;
}

/** What a call asks for, and the part of the dataset that this amounts to. */
interface Question<F extends Shape> {
  request: PageRequest<z.output<z.ZodObject<F>>>;
  where: RecordFilter;
  header: LinesHeader | undefined;
}

/** One call of a tool that reads stored rows: its filters, the page of them, and its coverage. */
export async function runRead<Row extends StoredRow, F extends Shape>(
  { spec, totalled }: Reader<Row, F>,
  ctx: ToolContext,
  parsed: unknown,
) {
  const request = splitRequest<z.output<z.ZodObject<F>>>(parsed);
  const { filters } = request;
  const question = { request, where: spec.where(filters), header: spec.header?.(filters) };
  const { connector } = connectionOf(ctx);
  const found = await ctx.services.records.read(queryOf({ spec, totalled }, question, connector));
  const accounts = knownAccounts(spec, question.where, found);
  return {
    [spec.dataset.list]: found.finished ?? rowsOf(spec, request, found),
    ...spec.extend?.answer(found.coverage, filters, found.header?.payload ?? null),
    ...(request.totales && { totales: toTotals(totalled ?? [], found.totals) }),
    cobertura: coverageOf(spec, question, found, { ctx, accounts }),
    cursor: found.cursor,
  };
}

function queryOf<Row extends StoredRow, F extends Shape>(
  { spec, totalled }: Reader<Row, F>,
  { request, where, header }: Question<F>,
  connector: string,
): RecordQuery {
  const { limit, cursor, totales, incluirRetirados, filters } = request;
  const { dataset, extend } = spec;
  const asked = spec.datasetFor?.(filters) ?? dataset;
  const changesRows = spec.present !== undefined || extend?.row !== undefined;
  const along =
    header === undefined ? extend?.along : { dataset: header.dataset.id, id: header.id };
  return {
    dataset: asked.id,
    order: dataset.order,
    where,
    // Left out unless requested, so that cursors from before it existed still work.
    asked: incluirRetirados ? { ...filters, incluirRetirados } : filters,
    alcance: spec.alcance ?? null,
    ...(isOfAccountList(spec, where) && { accountsIn: `${connector}.cuentas` }),
    ...(extend?.proofs === true && { proofs: true }),
    ...(along !== undefined && { header: along }),
    ...(totales &&
      cursor === null && {
        totals: { by: totalled ?? [], dataset: (spec.counted ?? asked).id },
      }),
    limit,
    cursor,
    withdrawn: incluirRetirados,
    finished: incluirRetirados || changesRows ? null : finishedAs(asked, spec.row),
  };
}

/** Whether the requested account belongs to the list in `cuentas`. */
function isOfAccountList(
  { accountFilter }: { accountFilter?: string },
  { account }: RecordFilter,
): boolean {
  return account !== undefined && accountFilter === undefined;
}

/** The known accounts to check the requested one against; none where no account is requested. */
function knownAccounts(
  { accountFilter = "numeroCuenta" }: { accountFilter?: string },
  { account }: RecordFilter,
  { accounts, coverage }: RecordPage,
): readonly string[] {
  if (account === undefined) return [];
  const known = accounts ?? accountsRead(coverage);
  checkAccount(accountFilter, account, known);
  return known;
}

function rowsOf<Row extends StoredRow, F extends Shape>(
  { dataset, present, extend }: ReadToolSpec<Row, F>,
  { incluirRetirados, filters }: PageRequest<z.output<z.ZodObject<F>>>,
  { rows, coverage }: RecordPage,
): Record<string, unknown>[] {
  return rows.map(({ payload, readAt, withdrawnAt }) => ({
    ...(present?.(payload as Row) ?? payload),
    [dataset.readAtField]: readAt,
    ...(incluirRetirados && { retiradoEn: withdrawnAt }),
    ...extend?.row?.(payload, coverage, filters),
  }));
}

function coverageOf<Row extends StoredRow, F extends Shape>(
  spec: ReadToolSpec<Row, F>,
  { request: { filters }, where, header }: Question<F>,
  found: RecordPage,
  { ctx, accounts }: { ctx: ToolContext; accounts: readonly string[] },
): Cobertura {
  const readings = spec.alcance === undefined ? broughtAlong(found.coverage) : found.coverage;
  const { id: connectionId, connector } = connectionOf(ctx);
  const question = {
    // Without known accounts, nothing was read that could include this one.
    entries: isOfAccountList(spec, where) && accounts.length === 0 ? [] : readings,
    alcance: spec.alcance ?? null,
    now: ctx.now,
    connector,
    connectionId,
    closingDay: spec.closingDay,
  };
  if (header !== undefined) return coberturaOfLines(question, linesOf(header, found.header));
  return coberturaOf({
    ...question,
    momentary: spec.momentary ?? false,
    asked: askedPart(filters),
    account: where.account ?? null,
  });
}

function linesOf(
  { dataset, expected }: LinesHeader,
  found: RecordPage["header"],
): Parameters<typeof coberturaOfLines>[1] {
  if (found === null) return null;
  const { payload, lines } = found;
  return { periodo: dataset.periodo(payload), expected: expected(payload), stored: lines };
}
