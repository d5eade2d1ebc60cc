import type { Tool } from "#lib/contract/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { fixFor, type FixCall } from "../call/index.ts";
import type { Availability, Way } from "./availability.ts";
import { requiredInput } from "./required-input.ts";
import type { Missing, ToolHit } from "./shapes.ts";

type NextStep = Pick<ToolHit, "next_call" | "missing" | "before">;

/**
 * What to do next, without guessing: a call is offered only when it can be sent as it is and
 * contains no choice that nobody made. What only the caller knows is listed instead.
 */
export function nextStep(
  catalogue: Catalogue,
  lead: Tool,
  { whyNot, ways }: Availability,
  now: Date,
): NextStep {
  const connections = ways.filter(({ connection }) => connection !== null);
  if (whyNot !== null) return remedy(lead, ways, connections, now);
  const running = ways.filter(({ refusal }) => refusal === null);
  const missing = [...connectionOf(lead, running), ...requiredInput(catalogue, lead)];
  if (lead.effect === "destructive") {
    const before = previewOf(catalogue, lead, running);
    return { next_call: null, missing: [...missing, ownKey], before };
  }
  if (missing.length > 0) return { next_call: null, missing, before: listing(missing) };
  const [only] = running;
  return { next_call: callOf(lead, only?.connection?.id), missing, before: null };
}

/** The call that removes the cause of the refusal; it never chooses among several connections. */
function remedy(
  lead: Tool,
  ways: readonly Way[],
  connections: readonly Way[],
  now: Date,
): NextStep {
  const [way] = ways;
  const nothing = { next_call: null, missing: [], before: null };
  if (way === undefined || way.refusal === null) return nothing;
  if (connections.length > 1) {
    const missing = connectionOf(lead, connections);
    return { next_call: null, missing, before: listing(missing) };
  }
  if (lead.needsConnection && connections.length === 0 && way.refusal.code === "validation_error") {
    return toConnect(ways);
  }
  return { ...nothing, next_call: remedyOf(way, way.refusal, now) };
}

function remedyOf({ tool, connection }: Way, refusal: AppError, now: Date): FixCall | null {
  const named = refusal.details?.["fix"] as FixCall | undefined;
  const about = { tool, input: tool.example.input, connectionId: connection?.id ?? null, now };
  return named ?? fixFor(refusal, about);
}

/** The person decides which of several systems to connect. */
function toConnect(ways: readonly Way[]): NextStep {
  const [way, ...others] = ways;
  const link = "conexiones.enlace.crear";
  if (way !== undefined && others.length === 0) {
    const input = { sistema: way.tool.connector, modo: "crear" };
    return { next_call: { tool_id: link, input }, missing: [], before: null };
  }
  const what = "Nothing of these systems is connected yet: a person connects one by a link";
  return {
    next_call: null,
    missing: [{ field: "connection_id", what, from: link }],
    before: { tool_id: "conexiones.sistemas.listar", input: {} },
  };
}

/**
 * Listed as missing unless there is exactly one suitable connection: none is ever chosen from
 * several.
 */
function connectionOf(tool: Tool, ways: readonly Way[]): Missing[] {
  if (!tool.needsConnection || ways.length === 1) return [];
  return [{ field: "connection_id", what: "On whose behalf", from: "connections" }];
}

const ownKey: Missing = {
  field: "idempotency_key",
  what: "A UUID v4 of your own in lower case; the same one when the call is repeated",
};

function listing(missing: readonly Missing[]): NextStep["before"] {
  const list = "conexiones.estado.consultar";
  const choosing = missing.some(({ from }) => from === "connections" || from === list);
  return choosing ? { tool_id: list, input: {} } : null;
}

/** What cannot be undone is previewed first, if it has a preview. */
function previewOf(catalogue: Catalogue, tool: Tool, running: readonly Way[]): NextStep["before"] {
  const preview = catalogue.find(tool.id.replace(/\.[^.]+$/, ".previsualizar"));
  if (preview === null) return listing(connectionOf(tool, running));
  const missing = [...connectionOf(preview, running), ...requiredInput(catalogue, preview)];
  return { tool_id: preview.id, missing };
}

function callOf({ id }: Tool, connectionId: string | undefined): FixCall {
  return {
    tool_id: id,
    input: {},
    ...(connectionId !== undefined && { connection_id: connectionId }),
  };
}
