import type { Context } from "../../db/context.ts";
import type { Standing } from "../../limits/index.ts";
import type { Call } from "./call.ts";
import type { ExecuteDeps } from "./request.ts";

/** The caller's own context: an API key acts as an agent, never as the person who made it. */
export function contextOf(deps: ExecuteDeps, call: Call, standing: Standing): Context {
  return {
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    organization: { id: standing.organizationId },
    actor: { kind: "api_key", id: standing.keyId, scopes: standing.scopes },
    requestId: call.requestId,
  };
}
