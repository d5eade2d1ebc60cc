import { plans } from "#lib/identity/index.ts";
import { isLive, type Caller, type Credential } from "#lib/limits/index.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { bearerOf } from "./bearer.ts";
import type { ExecuteDeps, SignedIn } from "./request.ts";

export const connectionPattern = /^conn_[0-9a-z]{26}$/;

/** Who says to be whom, and from where. */
interface Claimed {
  authorization: string | undefined;
  /** Null where nobody trusted says it. */
  address: string | null;
  /** A person whom the surface itself has signed in; nothing else is asked of who they are. */
  member?: SignedIn | undefined;
  /** In the place of a bearer: whom a link of ours was sealed for; null for one that is not ours. */
  sealed?: Credential | null | undefined;
}

type Authenticator = Pick<
  ExecuteDeps,
  "db" | "clock" | "secret" | "tokens" | "failures" | "callers" | "catalogue"
>;

/** Who calls, and all that the later checks ask about them, in one statement. */
export async function authenticate(
  deps: Authenticator,
  { authorization, address, member, sealed }: Claimed,
  connection: string | undefined,
): Promise<Caller> {
  if (sealed !== undefined) return callerOfLink(deps, address, sealed);
  if (member !== undefined) return callerOfMember(deps, member, connection);
  const bearer = bearerOf(deps, authorization);
  deps.failures.check(address, bearer?.id);
  const credential = bearer === null ? null : await bearer.read(deps.clock.now());
  const caller = credential === null ? null : await callerOf(deps, credential, connection);
  if (bearer === null || caller === null || !caller.valid) {
    deps.failures.failed(address, { bearer: bearer?.id ?? null, hint: bearer?.hint ?? "no key" });
    throw new AppError("unauthorized");
  }
  deps.failures.passed(bearer.id);
  return caller;
}

function callerOf(
  { db, clock, callers }: Authenticator,
  credential: Credential,
  connection: string | undefined,
): Promise<Caller | null> {
  const now = clock.now();
  return callers.lookUp(db, {
    credential,
    now,
    connectionId:
      connection !== undefined && connectionPattern.test(connection) ? connection : null,
    periodo: periodoOf(now),
  });
}

/** A link is worth what its credential is worth now. */
async function callerOfLink(
  deps: Authenticator,
  address: string | null,
  sealed: Credential | null,
): Promise<Caller> {
  deps.failures.check(address);
  const caller = sealed === null ? null : await callerOf(deps, sealed, undefined);
  if (caller?.valid === true) return caller;
  deps.failures.failed(address, { bearer: null, hint: "a link" });
  throw new AppError("unauthorized");
}

const organizationPattern = idPattern("org");

async function callerOfMember(
  deps: Authenticator,
  member: SignedIn,
  connection: string | undefined,
): Promise<Caller> {
  const { manifests } = deps.catalogue;
  const scopes = [...manifests.map(({ id }) => id), "webhooks"].flatMap((system) => [
    `${system}:read`,
    `${system}:write`,
  ]);
  const caller = organizationPattern.test(member.organizationId)
    ? await callerOf(deps, { kind: "member", ...member, scopes }, connection)
    : null;
  if (caller === null) throw new AppError("unauthorized");
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
  const bearer = bearerOf(deps, authorization);
  if (bearer === null) return false;
  if (deps.failures.hasPassed(bearer.id)) return true;
  deps.failures.check(address);
  const now = deps.clock.now();
  const credential = await bearer.read(now);
  const known = credential !== null && (await isLive(deps.db, credential, now));
  if (known) deps.failures.passed(bearer.id);
  return known;
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
