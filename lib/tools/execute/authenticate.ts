import { isApiKeyText, plans } from "#lib/identity/index.ts";
import { lookUpCaller, type Caller } from "#lib/limits/index.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ExecuteDeps } from "./request.ts";

export const connectionPattern = /^conn_[0-9a-z]{26}$/;

/** Who calls, and all that the later checks ask about them, in one statement. */
export async function authenticate(
  deps: Pick<ExecuteDeps, "db" | "clock" | "secret">,
  authorization: string | undefined,
  connection: string | undefined,
): Promise<Caller> {
  const key = bearerOf(authorization);
  if (key === null || !isApiKeyText(key)) throw new AppError("unauthorized");
  const now = deps.clock.now();
  const caller = await lookUpCaller(deps.db, {
    keyHash: deps.secret.hash("api-key", key),
    now,
    connectionId:
      connection !== undefined && connectionPattern.test(connection) ? connection : null,
    periodo: periodoOf(now),
  });
  if (caller === null || !caller.valid) throw new AppError("unauthorized");
  return caller;
}

function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

export interface Rate {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export function rateOf(caller: Caller, now: Date): Rate {
  const limit = plans[caller.plan].requestsPerMinute;
  return {
    limit,
    remaining: Math.max(0, limit - caller.hits),
    resetSeconds: 60 - Math.floor((now.getTime() % 60_000) / 1000),
  };
}

export function checkRate(caller: Caller, rate: Rate): void {
  if (caller.hits <= rate.limit) return;
  throw new AppError("rate_limited", {
    details: { limit: rate.limit, retryAfterSeconds: rate.resetSeconds },
  });
}
