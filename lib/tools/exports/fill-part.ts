import type { Context } from "#lib/db/context.ts";
import { rowFormats, type ExportPart } from "#lib/exports/index.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import { sourceRefusal, type Call, type ExecuteDeps } from "../call/index.ts";
import { readingContext } from "./offer-export.ts";
import { readExported, type ExportableTool } from "./export-rows.ts";

/** An answer is held in memory whole, so a file comes in parts. */
const most = { bytes: 4 * 1024 * 1024, rows: 500, rowsOfAll: 10_000 } as const;
/** The caller's access is checked at the beginning of a part: none takes long. */
const longestMs = 700;

interface Filling {
  deps: ExecuteDeps;
  ctx: Context;
  call: Call;
  tool: ExportableTool;
  part: ExportPart;
  /** The callers for each stretch of the file. */
  sources: readonly Caller[];
  fields: readonly string[];
}

/** Where the file continues: with which source, and after which of its pages. */
type Place = Pick<ExportPart, "at" | "cursor">;

interface FilledPart {
  chunks: Buffer[];
  place: Place;
  /** The connections that were read: each costs a call. */
  read: ReadonlySet<string>;
}

/** Pages of the tool, one after another, until the part is full. */
export async function fillPart(filling: Filling): Promise<FilledPart> {
  const { tool, part, sources } = filling;
  const elapsedMs = startTimer();
  const read = new Set<string>();
  const chunks: Buffer[] = [];
  let place: Place = { at: part.at, cursor: part.cursor };
  let limit = pageSizeOf(tool, part);
  let bytes = 0;
  while (place.at < sources.length) {
    const readPage = chunks.length === 0 ? fittingPage : nextPage;
    const page = await readPage(filling, { ...place, limit }, read);
    if (!fits(page, bytes)) break;
    chunks.push(page.chunk);
    bytes += page.chunk.length;
    ({ next: place, limit } = page);
    if (elapsedMs() > longestMs) break;
  }
  return { chunks, place, read };
}

interface PartPage {
  chunk: Buffer;
  limit: number;
  next: Place;
}

/** One row is taken whatever its size, or the file would never get past it. */
function fits({ chunk, limit }: PartPage, bytes: number): boolean {
  return limit === 1 || bytes + chunk.length <= most.bytes;
}

/** The first page of a part, with half as many rows until they fit. */
async function fittingPage(
  filling: Filling,
  place: Place & { limit: number },
  read: Set<string>,
): Promise<PartPage> {
  const page = await nextPage(filling, place, read);
  if (fits(page, 0)) return page;
  return fittingPage(filling, { ...place, limit: Math.ceil(place.limit / 2) }, read);
}

async function nextPage(
  { deps, ctx, call, tool, part, sources, fields }: Filling,
  { limit, ...place }: Place & { limit: number },
  read: Set<string>,
): Promise<PartPage> {
  const source = sources[place.at];
  if (source === undefined) throw new TypeError("a page is read for somebody");
  if (source.connection !== null && !read.has(source.connection.id)) {
    refuseClosed(deps, tool, source, ctx.clock.now());
    read.add(source.connection.id);
  }
  const reading = readingContext({ deps, ctx, call }, tool, source);
  const page = await readExported(tool, reading, inputOf(tool, part, { ...place, limit }));
  refuseOmitted(page.answer);
  const rows = tool.needsConnection ? page.rows.map((row) => named(row, source)) : page.rows;
  return {
    chunk: Buffer.from(rowFormats[part.format].rows(fields, rows)),
    limit,
    next:
      page.cursor === null
        ? { at: place.at + 1, cursor: null }
        : { at: place.at, cursor: page.cursor },
  };
}

/**
 * A connection that was in the file when it was offered and can no longer be read is not silently
 * left out.
 */
function refuseOmitted({ omitidas = [] }: { omitidas?: { code: ErrorCode }[] }): void {
  const [first] = omitidas;
  if (first !== undefined) throw new AppError(first.code);
}

function refuseClosed(
  { catalogue }: ExecuteDeps,
  tool: ExportableTool,
  source: Caller,
  now: Date,
): void {
  if (source.connection === null) return;
  const refusal = sourceRefusal(catalogue, { ...source, connection: source.connection }, tool, now);
  if (refusal !== null) throw refusal;
}

function pageSizeOf({ needsConnection }: ExportableTool, { connectionIds }: ExportPart): number {
  if (needsConnection) return most.rows;
  return Math.min(most.rows, Math.floor(most.rowsOfAll / connectionIds.length));
}

function inputOf(
  { needsConnection }: ExportableTool,
  { input, connectionIds }: ExportPart,
  { cursor, limit }: { cursor: string | null; limit: number },
): Record<string, unknown> {
  return {
    ...input,
    limit,
    ...(cursor !== null && { cursor }),
    ...(!needsConnection && { conexiones: connectionIds }),
  };
}

/** Adds the connection, which rows of a single connection do not carry. */
function named(row: Record<string, unknown>, { connection }: Caller): Record<string, unknown> {
  return { conexionId: connection?.id ?? null, ...row };
}
