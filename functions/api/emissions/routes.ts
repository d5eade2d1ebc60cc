import { findOperation, publishedKeys } from "#lib/emissions/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { getOperation, receiptKeys } from "./operations.ts";
import { toOperation } from "./shapes.ts";

/** What became of an emission, and what its receipts are verified with. */
export function operationRoutes(serve: ControlServer, deps: RouteDeps): void {
  serve.authorized(getOperation, async ({ ctx, params }) => {
    return toOperation(await findOperation(ctx, params.id));
  });

  // Clients may keep the keys: no cache is told otherwise.
  serve.open(receiptKeys, () => ({ keys: publishedKeys(deps.secret, deps.receiptPublicKeys) }), {});
}
