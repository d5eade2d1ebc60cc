import type { Database } from "#lib/db/database.ts";
import { Together } from "#lib/db/together.ts";
import { recordCall, recordCalls, type CallRecord } from "./record-call.ts";

/**
 * Batches the records of this process's calls; each call waits until its own row is written. So a
 * busy process commits, and updates a counter, once for many calls.
 */
export class CallRecords {
  readonly #together = new Together<CallRecord, void>({
    alone: recordCall,
    together: async (db, organizationId, calls) => {
      await recordCalls(db, organizationId, calls);
      return [];
    },
  });

  add(db: Database, call: CallRecord): Promise<void> {
    return this.#together.ask(db, call.organizationId, call);
  }
}
