import { actors } from "#lib/db/actors.ts";
import type { Context } from "#lib/db/context.ts";
import type { Standing } from "#lib/limits/index.ts";
import type { Call } from "./call.ts";
import type { ExecuteDeps } from "./request.ts";

/** The caller's own context. */
export function contextOf(deps: ExecuteDeps, call: Call, standing: Standing): Context {
  return {
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    organization: { id: standing.organizationId },
    actor: actors.apiKey(standing),
    requestId: call.requestId,
  };
}
