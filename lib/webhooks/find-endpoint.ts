import { withTx, type Context } from "../db/context.ts";
import { endpointRow, toEndpoint, type Endpoint } from "./endpoint.ts";

export async function findEndpoint(ctx: Context, id: string): Promise<Endpoint> {
  return toEndpoint(await withTx(ctx, (tx) => endpointRow(tx, id)));
}
