import type { Context } from "#lib/db/context.ts";
import { namesOfActors } from "#lib/identity/index.ts";
import { findRequest, type RequestLine } from "./list-requests.ts";

export interface ShownRequest extends RequestLine {
  /** The display name; null when that person or key is gone. */
  asker: string | null;
}

/** A request, and who asked for it. */
export async function showRequest(ctx: Context, solicitudId: string): Promise<ShownRequest> {
  const request = await findRequest(ctx, { solicitudId });
  const names = await namesOfActors(ctx, [request.actorId]);
  return { ...request, asker: names.get(request.actorId) ?? null };
}
