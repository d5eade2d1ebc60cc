import { actors } from "#lib/db/actors.ts";
import type { Context } from "#lib/db/context.ts";
import type { Caller } from "#lib/limits/index.ts";
import type { Call } from "./call.ts";
import type { ExecuteDeps } from "./request.ts";

/** The caller's own context. */
export function contextOf(deps: ExecuteDeps, call: Call, caller: Caller): Context {
  return {
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    organization: { id: caller.organizationId },
    actor: actors.caller(caller),
    requestId: call.requestId,
  };
}
