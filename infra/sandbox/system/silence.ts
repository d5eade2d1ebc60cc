import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { waitOrLeave } from "./interference.ts";
import type { SandboxEnv, World } from "./system.ts";

const usualHoldMs = 10_000;

/** No answer: the connection is held, then cut before any byte of an answer. */
export async function silence(
  c: Context<SandboxEnv>,
  world: Pick<World, "faults">,
  holdMs = usualHoldMs,
): Promise<Response> {
  await waitOrLeave(c, world, holdMs);
  c.env.outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}
