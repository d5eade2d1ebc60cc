import { eq } from "drizzle-orm";
import { formatRut, parseRut } from "#lib/chile/index.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { isErrorCode, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { SyncOutcome } from "#lib/contract/index.ts";
import type { EndedJob } from "#lib/jobs/index.ts";
import { emitEvent } from "./emit-event.ts";

/** For a sync that ended for good. A login that only tried a credential emits nothing. */
export async function emitSyncEnded(
  tx: InTransaction<SystemContext>,
  job: EndedJob,
): Promise<void> {
  if (job.kind !== "sync" || job.connectionId === null || job.periodo === null) return;
  const { organizationId, connectionId } = job;
  const fields = {
    job_id: job.id,
    connection: {
      id: connectionId,
      connector: job.connector,
      label: await labelOf(tx, connectionId),
    },
    alcances: job.alcances,
    periodo: job.periodo,
    trigger: job.trigger,
    request_id: job.requestId,
  };
  const about = { organizationId, connectionId };
  switch (job.status) {
    case "succeeded":
      await emitEvent(tx, {
        ...about,
        type: "sync.succeeded",
        data: {
          ...fields,
          status: job.status,
          records_synced: job.recordsSynced ?? 0,
          last_error: null,
          outcomes: job.outcomes.map(toOutcome),
        },
      });
      return;
    case "failed":
      await emitEvent(tx, {
        ...about,
        type: "sync.failed",
        data: {
          ...fields,
          status: job.status,
          records_synced: null,
          last_error: codeOf(job.lastError),
          outcomes: [],
        },
      });
  }
}

/**
 * Never free text: anything that is not a catalogue code becomes the catalogue's own word for that.
 */
function codeOf(lastError: string | null): ErrorCode {
  return lastError !== null && isErrorCode(lastError) ? lastError : "internal_error";
}

function toOutcome({ alcance, status, records_synced, ...told }: SyncOutcome) {
  return {
    alcance,
    status,
    records_synced,
    ...(told.error !== undefined && { error: told.error }),
    ...(told.incompletos !== undefined && { incompletos: told.incompletos }),
    ...(typeof told.completo === "boolean" && { completo: told.completo }),
  };
}

/**
 * The system and the company. The connection's name is text that a person typed, so no event
 * includes it.
 */
async function labelOf(tx: InTransaction<SystemContext>, connectionId: string): Promise<string> {
  const [row] = await tx.db.orm
    .select({ connector: connections.connector, rut: connections.rut })
    .from(connections)
    .where(eq(connections.id, connectionId));
  if (row === undefined) throw new TypeError("a job's connection is always there");
  const rut = parseRut(row.rut ?? "");
  return rut === null ? row.connector : `${row.connector} ${formatRut(rut)}`;
}
