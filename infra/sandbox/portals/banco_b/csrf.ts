import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { SandboxEnv, World } from "../../system/system.ts";
import { refuse } from "./answers.ts";

const tokenHeader = "X-CSRF-Token";
const contextCookie = "BBCTX";
const contextsKept = 5000;

export interface Csrf {
  /** Makes a new token for this browser and voids the previous one. */
  issue(c: Context<SandboxEnv>): string;
  /** Every POST consumes its token and brings the next one in a header of its answer. */
  guard: MiddlewareHandler<SandboxEnv>;
}

export function createCsrf(world: World): Csrf {
  const tokens = new Map<string, string>();

  function renew(context: string): string {
    const token = randomUUID().replaceAll("-", "");
    tokens.delete(context);
    tokens.set(context, token);
    const [oldest] = tokens.keys();
    if (tokens.size > contextsKept && oldest) tokens.delete(oldest);
    return token;
  }

  return {
    issue(c) {
      const known = getCookie(c, contextCookie);
      const context = known && tokens.has(known) ? known : randomUUID();
      setCookie(c, contextCookie, context, { path: world.base, httpOnly: true });
      return renew(context);
    },
    async guard(c, next) {
      const context = getCookie(c, contextCookie) ?? "";
      const expected = tokens.get(context);
      if (!expected || c.req.header(tokenHeader) !== expected) return refuse(c, "token");
      c.header(tokenHeader, renew(context));
      return next();
    },
  };
}
