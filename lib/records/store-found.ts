import type { FoundRow } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { upsertRecords } from "./upsert-records.ts";

/**
 * Stores a row that was found by something else than a sync: what this service did to it is known,
 * and its month may not be read again.
 */
export async function storeFound(
  { db, clock, log }: InTransaction<SystemContext>,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
  { dataset, record }: FoundRow,
): Promise<void> {
  if (record.unfit === true) {
    log.warn("records.found_unfit", { connection: connectionId, dataset });
    return;
  }
  const batch = { connectionId, dataset, readAt: clock.now(), jobId: null, rows: [record] };
  await upsertRecords({ db, organization: { id: organizationId } }, batch);
}
