import { findOperation, publishedKey } from "#lib/emissions/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { getOperation, receiptKeys } from "./operations.ts";
import { toOperation } from "./shapes.ts";

export function operationRoutes(serve: ControlServer, deps: RouteDeps): void {
  serve.authorized(getOperation, async ({ ctx, params }) => {
    return toOperation(await findOperation(ctx, params.id));
  });

  serve.open(receiptKeys, () => ({ keys: [publishedKey(deps.secret)] }), {});
}
