import { findOffered, findOperation, publishedKeys, takeOffered } from "#lib/ledger/index.ts";
import { findAcceptance } from "#lib/acts/invoicing/index.ts";
import { requireRead } from "../require-read.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { getOffered, getOperation, receiptKeys } from "./operations.ts";
import { toOperation } from "./shapes.ts";

/** The outcome of an emission, and the keys that verify its receipts. */
export function operationRoutes(serve: ControlServer, deps: RouteDeps): void {
  serve.authorized(getOperation, async ({ ctx, caller, params }) => {
    const found = await findOperation(ctx, params.id);
    requireRead(caller, found.row);
    return toOperation(found, ctx.actor, await findAcceptance(ctx, found.row.id));
  });

  serve.authorized(getOffered, async ({ ctx, caller, params }) => {
    const offered = await findOffered(ctx, params.ticket);
    requireRead(caller, offered);
    const bytes = await takeOffered({ ...ctx, vault: deps.vault }, offered);
    return { name: offered.name, bytes: new Uint8Array(bytes) };
  });

  // Clients may keep the keys, so caches are not restricted.
  serve.open(receiptKeys, () => ({ keys: publishedKeys(deps.secret, deps.receiptPublicKeys) }), {});
}
