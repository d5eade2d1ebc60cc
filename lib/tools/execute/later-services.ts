import type { ToolServices } from "#lib/contract/index.ts";
import type { LedgerContext } from "#lib/ledger/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import { emissionsFor } from "./emission-service.ts";
import { exportsFor } from "./export-service.ts";
import { feeReceiptsFor } from "./fee-receipt-service.ts";
import { foldersFor } from "./folder-service.ts";
import { invoicingFor } from "./invoicing-service.ts";
import { mailFor } from "./mail-service.ts";
import type { ExecuteDeps } from "./request.ts";
import type { KeyedRun } from "./tell-of-key.ts";

type LaterName = "emissions" | "exports" | "feeReceipts" | "folders" | "invoicing" | "mail";

/**
 * Services that act, and those that deliver files: loaded together when a tool first uses one of
 * them. Loading one separately splits what a cold start reads into more files, and each of these
 * costs time.
 */
export function laterServices(
  deps: ExecuteDeps,
  ctx: LedgerContext,
  caller: Caller,
  keyed: KeyedRun,
  /** The services of a caller with another connection. */
  servicesOf: (caller: Caller) => ToolServices,
): Pick<ToolServices, LaterName> {
  const listing = { ...ctx, cursors: deps.cursors };
  return {
    emissions: emissionsFor(ctx, caller, keyed),
    exports: exportsFor({ deps, ctx, caller, call: keyed.call, servicesOf }),
    feeReceipts: feeReceiptsFor(listing, caller, keyed),
    folders: foldersFor(listing, keyed),
    invoicing: invoicingFor(ctx, keyed),
    mail: mailFor({ ...listing, secret: deps.secret }, keyed),
  };
}
