import type { WorkerContext } from "#lib/jobs/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/** What the emission worker needs on top of what every worker does. */
export interface InvoicerContext extends WorkerContext {
  /** Signs receipts. */
  secret: ServiceSecret;
}
