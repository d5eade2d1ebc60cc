import { withTx, type Context } from "../db/context.ts";
import { eventRowOf, toEvent, type Event } from "./event.ts";

export async function findEvent(ctx: Context, id: string): Promise<Event> {
  return toEvent(await withTx(ctx, (tx) => eventRowOf(tx, id)));
}
