import type { ConnectedStanding, Standing } from "../../limits/index.ts";
import type { AppError, ErrorCode } from "../../kernel/errors/index.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Tool } from "#lib/contract/index.ts";
import { fixFor, wouldRefuse, type FixCall, type Surface } from "../execute/index.ts";

/** Who searches, with each of the organization's connections. */
export interface Searcher {
  surface: Surface;
  standing: Standing;
  connected: readonly ConnectedStanding[];
  now: Date;
}

interface Availability {
  whyNot: ErrorCode | null;
  /** The connection that a call would be made with: the first that lets it run. */
  connectionId: string | null;
  connections: { id: string; nombre: string; why_not: ErrorCode | null }[];
  /** The call that takes the refusal away, when a call can. */
  remedy: FixCall | null;
}

export function availabilityOf(catalogue: Catalogue, tool: Tool, who: Searcher): Availability {
  const { surface, now } = who;
  const tried = standingsFor(tool, who).map((standing) => ({
    connection: standing.connection,
    refusal: wouldRefuse({ catalogue, now }, standing, tool, surface),
  }));
  const best = tried.find(({ refusal }) => refusal === null) ?? tried[0];
  const refusal = best?.refusal ?? null;
  const connectionId = best?.connection?.id ?? null;
  return {
    whyNot: refusal?.code ?? null,
    connectionId,
    connections: tried.flatMap(({ connection, refusal: own }) =>
      connection === null
        ? []
        : [{ id: connection.id, nombre: connection.nombre, why_not: own?.code ?? null }],
    ),
    remedy: refusal === null ? null : remedyOf(tool, refusal, { connectionId, now }),
  };
}

/** Once with each connection of its system, or once without: also when there is none to choose. */
function standingsFor(tool: Tool, { standing, connected }: Searcher): Standing[] {
  const alone = { ...standing, connection: null };
  if (!tool.needsConnection) return [alone];
  const own = connected.filter(({ connection }) => connection.connector === tool.connector);
  return own.length > 0 ? own : [alone];
}

/** Somebody without a connection of the system needs one first. */
function remedyOf(
  tool: Tool,
  refusal: AppError,
  { connectionId, now }: { connectionId: string | null; now: Date },
): FixCall | null {
  if (tool.needsConnection && connectionId === null && refusal.code === "validation_error") {
    const input = { sistema: tool.connector, modo: "crear" };
    return { tool_id: "conexiones.enlace.crear", input };
  }
  const named = refusal.details?.["fix"] as FixCall | undefined;
  return named ?? fixFor(refusal, { tool, input: tool.example.input, connectionId, now });
}
