import type { Context } from "#lib/db/context.ts";
import { plans } from "#lib/identity/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { waitForJob } from "#lib/jobs/index.ts";
import { requestSync, requestVerify } from "#lib/sync/index.ts";
import type { SyncService } from "#lib/contract/index.ts";
import type { Systems } from "../catalogue.ts";

/**
 * Syncing and verifying, as `conexion.sincronizar` and `conexion.verificar` of any system use them.
 */
export function syncsFor(
  ctx: Context & { queue: Queue },
  catalogue: Systems,
  caller: Caller,
): SyncService {
  return {
    request: async (connection, input) => {
      const requested = await requestSync(ctx, connection, {
        periodo: input.periodo,
        alcances: input.alcances,
        trigger: "manual",
        offered: catalogue.manifestOf(connection.connector)?.alcances ?? [],
        pendingLimit: plans[caller.plan].pendingSyncsPerConnection,
      });
      const { status, outcomes } = await waitForJob(ctx, requested.jobId, input.esperarSegundos);
      return { ...requested, status, outcomes };
    },
    verify: (connection) => requestVerify(ctx, connection),
  };
}
