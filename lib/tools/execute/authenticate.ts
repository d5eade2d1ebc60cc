import { isApiKeyText, plans } from "#lib/identity/index.ts";
import { isLiveKey, lookUpCaller, type Caller } from "#lib/limits/index.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ExecuteDeps } from "./request.ts";

export const connectionPattern = /^conn_[0-9a-z]{26}$/;

/** Who says to be whom, and from where. */
interface Claimed {
  authorization: string | undefined;
  /** Null where nobody trusted says it. */
  address: string | null;
}

type Authenticator = Pick<ExecuteDeps, "db" | "clock" | "secret" | "failures">;

/** Who calls, and all that the later checks ask about them, in one statement. */
export async function authenticate(
  deps: Authenticator,
  { authorization, address }: Claimed,
  connection: string | undefined,
): Promise<Caller> {
  const key = keyOf(authorization);
  const keyHash = key === null ? null : deps.secret.hash("api-key", key);
  deps.failures.check(address, keyHash);
  const now = deps.clock.now();
  const caller =
    key === null
      ? null
      : await lookUpCaller(deps.db, {
          keyHashes: deps.secret.hashes("api-key", key),
          now,
          connectionId:
            connection !== undefined && connectionPattern.test(connection) ? connection : null,
          periodo: periodoOf(now),
        });
  if (keyHash === null || caller === null || !caller.valid) {
    deps.failures.failed(address, { bearer: keyHash, hint: key?.slice(-4) ?? "no key" });
    throw new AppError("unauthorized");
  }
  deps.failures.passed(keyHash);
  return caller;
}

/**
 * Whether a request is worth reading: its bearer passed within the minute, or a lookup finds it
 * now. It is authenticated all the same when what it asks for is known.
 */
export async function isKnown(
  deps: Authenticator,
  { authorization, address }: Claimed,
): Promise<boolean> {
  const key = keyOf(authorization);
  if (key === null) return false;
  const keyHash = deps.secret.hash("api-key", key);
  if (deps.failures.hasPassed(keyHash)) return true;
  deps.failures.check(address);
  const known = await isLiveKey(deps.db, deps.secret.hashes("api-key", key), deps.clock.now());
  if (known) deps.failures.passed(keyHash);
  return known;
}

function keyOf(authorization: string | undefined): string | null {
  const key = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1] ?? null;
  return key !== null && isApiKeyText(key) ? key : null;
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
