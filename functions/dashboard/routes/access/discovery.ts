import type { Hono } from "hono";
import { isRecent, minuteMs, type Clock } from "#lib/kernel/clock.ts";
import type { DashboardDeps } from "../../deps.ts";

const heldMs = minuteMs;

/** One minute: a verifier that meets an unknown key asks again. */
const headers = {
  "cache-control": `public, max-age=${heldMs / 1000}`,
  "access-control-allow-origin": "*",
};

/** What programs read first: where to authorize, and which keys verify the tokens. */
export function discoveryRoutes(app: Hono, { auth, clock }: DashboardDeps): void {
  const documents = {
    "/.well-known/oauth-authorization-server": () => auth.metadata(),
    "/auth/jwks": () => auth.publicKeys(),
  };
  for (const [path, read] of Object.entries(documents)) {
    const held = heldAMinute(clock, read);
    app.get(path, async () => Response.json(await held(), { headers }));
  }
}

/** Public and unlimited, so it is computed once a minute. Failures are not cached. */
function heldAMinute<T>(clock: Clock, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return async () => {
    const now = clock.now().getTime();
    if (last !== null && isRecent(last.at, now, heldMs)) return last.answer;
    const mine = { at: now, answer: read() };
    last = mine;
    try {
      return await mine.answer;
    } catch (error) {
      if (last === mine) last = null;
      throw error;
    }
  };
}
