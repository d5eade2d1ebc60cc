import { periodoOf } from "#lib/chile/index.ts";
import type { Context } from "#lib/db/context.ts";
import { openPart, rowFormats, sealPart, type ExportPart } from "#lib/exports/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import {
  findConnectedCallers,
  type Caller,
  type ConnectedCaller,
  type CallerCredential,
} from "#lib/limits/index.ts";
import {
  chargeFor,
  checkEnabled,
  checkScopes,
  type Call,
  type ExecuteDeps,
} from "../call/index.ts";
import { exportUrl } from "./offer-export.ts";
import { isExportable, type ExportableTool } from "./export-rows.ts";
import { fillPart } from "./fill-part.ts";

interface ExportFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Where the file continues; null when this was the last part. */
  next: string | null;
}

/**
 * The part that a link names, and who may have it; null for a link that is not ours or has expired.
 */
export function openExport(
  { secret, clock }: Pick<ExecuteDeps, "secret" | "clock">,
  token: string,
): { part: ExportPart; sealed: CallerCredential } | null {
  const part = openPart(secret, token, clock.now());
  return part === null ? null : { part, sealed: credentialOf(part) };
}

function credentialOf({ organizationId, holder }: ExportPart): CallerCredential {
  switch (holder.kind) {
    case "api_key":
      return { kind: "sealed_key", organizationId, keyId: holder.id };
    case "oauth":
      return { kind: "oauth", grantId: holder.id, scopes: holder.scopes };
    case "member":
      return { kind: "member", organizationId, userId: holder.id, scopes: holder.scopes };
  }
}

/** As much of the file as fits into one answer, from where the last part ended. */
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
  const isFirst = part.at === 0 && part.cursor === null;
  const head = isFirst ? [Buffer.from(format.head(fields))] : [];
  const { chunks, place, read } = await fillPart({ deps, ctx, call, tool, part, sources, fields });
  // Not before: a refused part was read for no connection, so it costs none.
  if (tool.needsConnection) {
    chargeFor(call, { periodo: periodoOf(ctx.clock.now()), connectionIds: [...read] });
  }
  const isOver = place.at >= sources.length;
  return {
    name: `${tool.id}.${part.format}`,
    mediaType: format.mediaType,
    bytes: new Uint8Array(Buffer.concat([...head, ...chunks])),
    next: isOver ? null : exportUrl(deps.baseUrl, sealPart(deps.secret, { ...part, ...place })),
  };
}

/** The callers for each stretch of the file: connection by connection, or all of them at once. */
async function sourcesOf(
  ctx: Context,
  caller: Caller,
  { needsConnection, connector }: ExportableTool,
  { connectionIds }: ExportPart,
): Promise<Caller[]> {
  const periodo = periodoOf(ctx.clock.now());
  const asked = { periodo, ...(needsConnection && { connector }) };
  const all = await findConnectedCallers(ctx, caller, asked);
  const known = new Map(all.map((one) => [one.connection.id, one]));
  const named = connectionIds.map((id): ConnectedCaller => {
    const one = known.get(id);
    // Removed since then, from the organization or from this credential.
    if (one === undefined) throw new AppError("unauthorized");
    return one;
  });
  return needsConnection ? named : [caller];
}

function fieldsOf(
  { page, needsConnection }: ExportableTool,
  { campos, incluirRetirados }: Record<string, unknown>,
): readonly string[] {
  const all = page.fields.filter((field) => field !== "retiradoEn" || incluirRetirados === true);
  const fields = Array.isArray(campos) ? (campos as string[]) : all;
  return needsConnection ? ["conexionId", ...fields] : fields;
}
