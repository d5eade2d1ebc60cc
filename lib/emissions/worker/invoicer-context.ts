import type { SystemContext } from "../../db/context.ts";
import type { ServiceSecret } from "../../kernel/secrets.ts";
import type { Queue } from "../../platform/queue.ts";
import type { OnJobEnded, OpenPortal } from "#lib/jobs/index.ts";
import type { Vault } from "../../vault/index.ts";

/** What running a job of the invoicer needs, built once by the worker's entry point. */
export interface InvoicerContext extends SystemContext {
  vault: Vault;
  secret: ServiceSecret;
  emissionQueue: Queue;
  openPortal: OpenPortal;
  onJobEnded: OnJobEnded;
}
