import type { Tool, Surface } from "#lib/contract/index.ts";
import type { ConnectedCaller, Caller } from "#lib/limits/index.ts";
import type { AppError, ErrorCode } from "#lib/kernel/errors/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { wouldRefuse } from "../call/index.ts";

/** The caller who searches, with each of the organization's connections. */
export interface Searcher {
  surface: Surface;
  caller: Caller;
  connected: readonly ConnectedCaller[];
  now: Date;
}

/** One way to call a tool of a family: with this connection, or without one. */
export interface Way {
  tool: Tool;
  connection: { id: string; sistema: string; nombre: string } | null;
  refusal: AppError | null;
}

export interface Availability {
  whyNot: ErrorCode | null;
  /** Those that run come first. */
  ways: readonly Way[];
}

/** For tools of one family: every connection of each of their systems is a way. */
export function availabilityOf(
  catalogue: Catalogue,
  tools: readonly Tool[],
  who: Searcher,
): Availability {
  const { surface, now } = who;
  const ways = tools.flatMap((tool) =>
    callersFor(tool, who).map((caller): Way => {
      const { connection } = caller;
      return {
        tool,
        connection: connection && {
          id: connection.id,
          sistema: connection.connector,
          nombre: connection.nombre,
        },
        refusal: wouldRefuse({ catalogue, now }, caller, tool, surface),
      };
    }),
  );
  const sorted = ways.toSorted((one, other) => turnOf(one) - turnOf(other));
  return { whyNot: sorted[0]?.refusal?.code ?? null, ways: sorted };
}

/** Ways that run first, then those that at least have a connection. */
function turnOf({ refusal, connection }: Way): number {
  if (refusal === null) return 0;
  return connection === null ? 2 : 1;
}

/**
 * One caller per connection of the tool's system, or one without a connection, even when there is
 * none to choose.
 */
function callersFor(tool: Tool, { caller, connected }: Searcher): Caller[] {
  const alone = { ...caller, connection: null };
  if (!tool.needsConnection) return [alone];
  const own = connected.filter(({ connection }) => connection.connector === tool.connector);
  return own.length > 0 ? own : [alone];
}
