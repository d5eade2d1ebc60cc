import type { Context } from "../db/context.ts";
import type { Egress } from "../egress/index.ts";
import { changeEndpoint } from "./change-endpoint.ts";
import type { Endpoint } from "./endpoint.ts";

/** The end of new deliveries. Nothing is deleted: what was delivered stays to be read. */
export function disableEndpoint(ctx: Context & { egress: Egress }, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, { enabled: false });
}
