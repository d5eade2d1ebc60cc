import { recordCall, type CallRecord } from "#lib/audit/index.ts";
import { actors } from "#lib/db/actors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { CountedRefusals } from "#lib/limits/index.ts";
import type { ExecuteDeps } from "./request.ts";

/** One summary row per caller and past minute for refusals that were only counted. */
export async function recordCounted(
  deps: Pick<ExecuteDeps, "db" | "log" | "refusals">,
): Promise<void> {
  for (const counted of deps.refusals.takePast()) {
    await recordCall(deps.db, rowOf(counted)).catch((error: unknown) => {
      // The call that triggers this must not fail because of it: the next one writes the row.
      deps.refusals.putOff(counted);
      deps.log.warn("refusals.not_recorded", { error });
    });
  }
}

function rowOf({ caller, at, calls }: CountedRefusals): CallRecord {
  return {
    requestId: newId("req", at),
    organizationId: caller.organizationId,
    at,
    plane: "control",
    operation: "refusals.counted",
    operationRequestId: null,
    actor: actors.caller(caller),
    connectionId: null,
    outcome: "refused",
    httpStatus: null,
    latencyMs: 0,
    idempotency: null,
    traceLabel: null,
    clientLabel: null,
    countedIn: null,
    countedFor: [],
    source: null,
    calls,
  };
}
