import { setTimeout as after } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import type { SandboxEnv, World } from "./system.ts";

const usualSlowMs = 3000;
const usualHangMs = 10 * 60_000;

/** The faults that any request to a system may meet, before the system itself sees it. */
export function interference(world: World): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const fault = world.faults.take("unavailable", "hang", "slow");
    if (fault?.kind === "unavailable") return unavailable(c);
    if (fault?.kind === "hang") {
      await waitOrLeave(c, world, fault.delayMs ?? usualHangMs);
      return unavailable(c);
    }
    if (fault?.kind === "slow") await waitOrLeave(c, world, fault.delayMs ?? usualSlowMs);
    return next();
  };
}

/** The fault of an API that was called too often: the caller answers 429. */
export function isRateLimited(
  c: Context<SandboxEnv>,
  world: Pick<World, "faults">,
  usualWaitSeconds: number,
): boolean {
  const fault = world.faults.take("rate_limited");
  if (!fault) return false;
  const waitSeconds = Math.ceil((fault.delayMs ?? 0) / 1000) || usualWaitSeconds;
  c.header("retry-after", String(waitSeconds));
  return true;
}

export function unavailable(c: Context<SandboxEnv>): Response {
  return c.html("<html><body><h1>503 Servicio no disponible</h1></body></html>", 503);
}

/** Ends early if the client leaves, or if faults are deleted or the sandbox is reset or closed. */
export async function waitOrLeave(
  c: Context<SandboxEnv>,
  world: Pick<World, "faults">,
  waitMs: number,
): Promise<void> {
  const left = new AbortController();
  c.env.outgoing.once("close", () => left.abort());
  const signal = AbortSignal.any([left.signal, world.faults.cleared()]);
  await after(waitMs, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
