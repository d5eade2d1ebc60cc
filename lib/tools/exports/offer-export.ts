import { periodoOf } from "#lib/chile/index.ts";
import {
  unknownConnection,
  type ExportQuery,
  type ExportService,
  type OfferedExport,
  type ToolContext,
} from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import {
  exportValidMs,
  fitsInLinks,
  rowFormats,
  sealPart,
  type ExportHolder,
} from "#lib/exports/index.ts";
import { AppError, validationError, type Issue } from "#lib/kernel/errors/index.ts";
import { findConnectedCallers, type Caller, type ConnectedCaller } from "#lib/limits/index.ts";
import {
  chargeFor,
  checkEnabled,
  issuesOf,
  sourceRefusal,
  type Call,
  type ExecuteDeps,
} from "../call/index.ts";
import { toolContext } from "../services/index.ts";
import { isExportable, readExported, type ExportableTool } from "./export-rows.ts";

type Coverage = OfferedExport["coverages"][number];
type Omitted = OfferedExport["omitted"][number];

interface Offer {
  deps: ExecuteDeps;
  ctx: Context;
  caller: Caller;
  call: Call;
}

/** No tool has more filters than that; they are part of the link. */
const mostInputChars = 2_000;
/** Inputs that the export sets itself. */
const ofTheExport = ["limit", "cursor", "formato", "totales", "conexiones"];

export function exportsFor(offer: Offer): ExportService {
  return {
    offer: async (query) => {
      const { deps, ctx, caller } = offer;
      const tool = await exportable(offer, query);
      checkInput(tool, query);
      const expiresAt = new Date(ctx.clock.now().getTime() + exportValidMs);
      const first = {
        organizationId: caller.organizationId,
        holder: holderOf(caller),
        toolId: tool.id,
        input: query.input,
        connectionIds: [...query.connectionIds],
        format: query.format,
        expiresAt: expiresAt.getTime(),
        at: 0,
        cursor: null,
      };
      if (!fitsInLinks(deps.secret, first)) throw tooLong("Too much for a link");
      const { coverages, omitted } = tool.needsConnection
        ? await lookAtEach(offer, tool, query)
        : await lookAtAll(offer, tool, query);
      const { mediaType } = rowFormats[query.format];
      const connectionIds = coverages.map(({ connectionId }) => connectionId);
      const token = sealPart(deps.secret, { ...first, connectionIds });
      const url = exportUrl(deps.baseUrl, token);
      const fileName = `${tool.id}.${query.format}`;
      return { url, expiresAt, fileName, mediaType, coverages, omitted };
    },
  };
}

export function exportUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/v1/exports/${token}`;
}

function holderOf({ kind, id, scopes }: Caller): ExportHolder {
  return kind === "api_key" ? { kind, id } : { kind, id, scopes };
}

/** One answer for an unknown tool, one that lists nothing stored, and one of a disabled system. */
async function exportable(
  { deps, caller }: Offer,
  { toolId }: ExportQuery,
): Promise<ExportableTool> {
  const tool = await deps.catalogue.find(toolId);
  if (isExportable(tool)) {
    checkEnabled(deps.catalogue, caller, tool);
    return tool;
  }
  const message = "Not a tool that lists stored rows, such as banco_a.movimientos.consultar";
  throw validationError([{ path: ["tool_id"], code: "invalid_choice", message }]);
}

function checkInput(tool: ExportableTool, { input, connectionIds }: ExportQuery): void {
  const own = ofTheExport.flatMap((field): Issue[] =>
    field in input
      ? [{ path: ["input", field], code: "not_allowed", message: "The export sees to it itself" }]
      : [],
  );
  if (own.length > 0) throw validationError(own);
  if (JSON.stringify(input).length > mostInputChars) {
    throw tooLong(`At most ${mostInputChars} characters of JSON`);
  }
  const whole = toolInput(tool, input, connectionIds);
  const parsed = tool.input.safeParse(whole);
  if (parsed.success) return;
  throw validationError(issuesOf(parsed.error, whole, tool.input).map(placed));
}

function tooLong(why: string): AppError {
  const message = `${why}: name fewer filters and fields, or fewer connections`;
  return validationError([{ path: ["input"], code: "too_long", message }]);
}

function placed(issue: Issue): Issue {
  return issue.path[0] === "conexiones" ? issue : { ...issue, path: ["input", ...issue.path] };
}

/** With one row: enough to learn the coverage of everything. */
function toolInput(
  tool: ExportableTool,
  input: Record<string, unknown>,
  connectionIds: readonly string[],
): Record<string, unknown> {
  return { ...input, limit: 1, ...(!tool.needsConnection && { conexiones: connectionIds }) };
}

/** In which the tool reads for one of the callers of a file, without a key. */
export function readingContext(
  { deps, ctx, call }: Omit<Offer, "caller">,
  tool: ExportableTool,
  caller: Caller,
): ToolContext {
  const exports = exportsFor({ deps, ctx, caller, call });
  const keyless = { surface: "rest", idempotencyKey: null, whyNotNew: null } as const;
  return toolContext(deps, ctx, { tool, caller, call, exports, ...keyless });
}

/** A tool for several connections says itself which it cannot read. */
async function lookAtAll(
  offer: Offer,
  tool: ExportableTool,
  { input, connectionIds }: ExportQuery,
): Promise<{ coverages: Coverage[]; omitted: Omitted[] }> {
  const reading = readingContext(offer, tool, offer.caller);
  const { answer } = await readExported(tool, reading, toolInput(tool, input, connectionIds));
  const { coberturas, omitidas } = answer as {
    coberturas: { conexionId: string; sistema: string; cobertura: Coverage["cobertura"] }[];
    omitidas: { conexionId: string; code: string }[];
  };
  return {
    coverages: coberturas.map(({ conexionId, sistema, cobertura }) => ({
      connectionId: conexionId,
      connector: sistema,
      cobertura,
    })),
    omitted: omitidas.map(({ conexionId, code }) => ({ connectionId: conexionId, code })),
  };
}

async function lookAtEach(
  offer: Offer,
  tool: ExportableTool,
  { input, connectionIds }: ExportQuery,
): Promise<{ coverages: Coverage[]; omitted: Omitted[] }> {
  const { call, ctx } = offer;
  const coverages: Coverage[] = [];
  const refused: { connectionId: string; error: AppError }[] = [];
  for (const one of await connectionsOf(offer, tool, connectionIds)) {
    const { id: connectionId, connector } = one.connection;
    try {
      const refusal = sourceRefusal(offer.deps.catalogue, one, tool, ctx.clock.now());
      if (refusal !== null) throw refusal;
      const reading = readingContext(offer, tool, one);
      const { answer } = await readExported(tool, reading, toolInput(tool, input, connectionIds));
      const { cobertura } = answer as Pick<Coverage, "cobertura">;
      coverages.push({ connectionId, connector, cobertura });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ connectionId, error });
    }
  }
  const [first] = refused;
  if (coverages.length === 0 && first !== undefined) throw first.error;
  chargeFor(call, {
    periodo: periodoOf(ctx.clock.now()),
    connectionIds: coverages.map(({ connectionId }) => connectionId),
  });
  const omitted = refused.map(({ connectionId, error }) => ({ connectionId, code: error.code }));
  return { coverages, omitted };
}

async function connectionsOf(
  { ctx, caller }: Offer,
  tool: ExportableTool,
  connectionIds: readonly string[],
): Promise<ConnectedCaller[]> {
  const periodo = periodoOf(ctx.clock.now());
  const { connector } = tool;
  const all = await findConnectedCallers(ctx, caller, { periodo, connector });
  const known = new Map(all.map((one) => [one.connection.id, one]));
  const unknown = connectionIds.flatMap((id, place) => (known.has(id) ? [] : [place]));
  if (unknown.length > 0) {
    throw validationError(unknown.map((place) => unknownConnection(["conexiones", place])));
  }
  return connectionIds.flatMap((id) => known.get(id) ?? []);
}
