import { periodoOf } from "#lib/chile/index.ts";
import type { Context } from "#lib/db/context.ts";
import { openPart, rowFormats, sealPart, type ExportPart } from "#lib/exports/index.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import {
  lookUpConnectedCallers,
  type Caller,
  type ConnectedCaller,
  type Credential,
} from "#lib/limits/index.ts";
import type { Call } from "./call.ts";
import { checkEnabled, checkScopes } from "./checks.ts";
import { exportUrl } from "./export-service.ts";
import { isExportable, readExported, type ExportableTool } from "./export-rows.ts";
import type { ExecuteDeps } from "./request.ts";
import { servicesFor } from "./services.ts";
import { sourceRefusal } from "./source-refusal.ts";

/** An answer is held in memory whole, so a file comes in parts. */
const most = { bytes: 4 * 1024 * 1024, rows: 500, rowsOfAll: 10_000 } as const;
/** Who is let in is asked at the beginning of a part: none goes on for long. */
const longestMs = 700;

interface ExportFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Where the file goes on; null when this was the last part. */
  next: string | null;
}

/** The part that a link names, and who may have it; null for a link that is not ours or is over. */
export function openExport(
  { secret, clock }: Pick<ExecuteDeps, "secret" | "clock">,
  token: string,
): { part: ExportPart; sealed: Credential } | null {
  const part = openPart(secret, token, clock.now());
  return part === null ? null : { part, sealed: credentialOf(part) };
}

function credentialOf({ organizationId, holder }: ExportPart): Credential {
  switch (holder.kind) {
    case "api_key":
      return { kind: "sealed_key", organizationId, keyId: holder.id };
    case "oauth":
      return { kind: "oauth", grantId: holder.id, scopes: holder.scopes };
    case "member":
      return { kind: "member", organizationId, userId: holder.id, scopes: holder.scopes };
  }
}

/** Pages of the tool, one after another, until the part is full. */
export async function readExportPart(
  deps: ExecuteDeps,
  { ctx, caller, call }: { ctx: Context; caller: Caller; call: Call },
  part: ExportPart,
): Promise<ExportFile> {
  const tool = await deps.catalogue.find(part.toolId);
  if (!isExportable(tool)) throw new AppError("tool_not_found");
  checkEnabled(deps.catalogue, caller, tool);
  checkScopes(tool, caller);
  const sources = await sourcesOf(ctx, caller, tool, part);
  const format = rowFormats[part.format];
  const fields = fieldsOf(tool, part.input);
  const chunks: Buffer[] = [];
  if (part.at === 0 && part.cursor === null) chunks.push(Buffer.from(format.head(fields)));
  const elapsedMs = startTimer();
  const counted = new Set<string>();
  call.countedIn = periodoOf(ctx.clock.now());
  let place: Pick<ExportPart, "at" | "cursor"> = part;
  let limit = pageSizeOf(tool, part);
  for (let bytes = 0, pages = 0; place.at < sources.length;) {
    const source = sources[place.at] ?? caller;
    if (source.connection !== null && !counted.has(source.connection.id)) {
      refuseClosed(deps, tool, source, ctx.clock.now());
      counted.add(source.connection.id);
    }
    const services = servicesFor(deps, ctx, source, keyless(call));
    const reader = { caller: source, services, now: ctx.clock.now(), requestId: call.requestId };
    const page = await readExported(tool, reader, inputOf(tool, part, { ...place, limit }));
    refuseOmitted(page.answer);
    const rows = tool.needsConnection ? page.rows.map((row) => named(row, source)) : page.rows;
    const chunk = Buffer.from(format.rows(fields, rows));
    if (bytes + chunk.length > most.bytes && limit > 1) {
      if (pages > 0) break;
      limit = Math.ceil(limit / 2);
      continue;
    }
    chunks.push(chunk);
    bytes += chunk.length;
    pages += 1;
    place =
      page.cursor === null
        ? { at: place.at + 1, cursor: null }
        : { at: place.at, cursor: page.cursor };
    if (elapsedMs() > longestMs) break;
  }
  if (tool.needsConnection) call.countedFor = [...counted];
  const isOver = place.at >= sources.length;
  const next = { ...part, at: place.at, cursor: place.cursor };
  return {
    name: `${tool.id}.${part.format}`,
    mediaType: format.mediaType,
    bytes: new Uint8Array(Buffer.concat(chunks)),
    next: isOver ? null : exportUrl(deps.baseUrl, sealPart(deps.secret, next)),
  };
}

function keyless(call: Call) {
  return { call, surface: "rest" as const, idempotencyKey: null, whyNotNew: null };
}

/** Whom each stretch of the file is read for: connection by connection, or all of them at once. */
async function sourcesOf(
  ctx: Context,
  caller: Caller,
  { needsConnection, connector }: ExportableTool,
  { connectionIds }: ExportPart,
): Promise<Caller[]> {
  const periodo = periodoOf(ctx.clock.now());
  const asked = { periodo, ...(needsConnection && { connector }) };
  const all = await lookUpConnectedCallers(ctx, caller, asked);
  const known = new Map(all.map((one) => [one.connection.id, one]));
  const named = connectionIds.map((id): ConnectedCaller => {
    const one = known.get(id);
    // Taken away since, from the organization or from this credential.
    if (one === undefined) throw new AppError("unauthorized");
    return one;
  });
  return needsConnection ? named : [caller];
}

/** What was in the file when it was offered and cannot be read any more is not left out in silence. */
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

/** Rows of one connection do not say themselves of which. */
function named(row: Record<string, unknown>, { connection }: Caller): Record<string, unknown> {
  return { conexionId: connection?.id ?? null, ...row };
}

function fieldsOf(
  { page, needsConnection }: ExportableTool,
  { campos, incluirRetirados }: Record<string, unknown>,
): readonly string[] {
  const all = page.fields.filter((field) => field !== "retiradoEn" || incluirRetirados === true);
  const fields = Array.isArray(campos) ? (campos as string[]) : all;
  return needsConnection ? ["conexionId", ...fields] : fields;
}
