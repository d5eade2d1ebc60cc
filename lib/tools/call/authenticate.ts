import { createHash } from "node:crypto";
import { periodoOf } from "#lib/chile/index.ts";
import { publishedIdPattern } from "#lib/contract/index.ts";
import { plans, isApiKeyText } from "#lib/identity/index.ts";
import { minuteMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { isLive, type Caller, type CallerCredential, type Bearing } from "#lib/limits/index.ts";
import type { ExecuteDeps, SignedIn } from "./request.ts";

export const connectionPattern = publishedIdPattern("conn");

/** Who the request claims to be from, and its origin. */
interface Claimed {
  authorization: string | undefined;
  /** Null if no trusted proxy names it. */
  address: string | null;
  /** A person whom the surface itself has signed in; nothing else is asked about who they are. */
  member?: SignedIn | undefined;
  /**
   * Instead of a bearer: the credential that a link of ours was sealed for; null for a link that is
   * not ours.
   */
  sealed?: CallerCredential | null | undefined;
}

type Authenticator = Pick<
  ExecuteDeps,
  "db" | "clock" | "secret" | "tokens" | "failures" | "callers" | "catalogue"
>;

/** Who calls, and everything that the later checks need to know about them, in one statement. */
async function authenticate(
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
  credential: CallerCredential,
  connection: string | undefined,
): Promise<Caller | null> {
  const now = clock.now();
  return callers.find(db, {
    credential,
    now,
    connectionId:
      connection !== undefined && connectionPattern.test(connection) ? connection : null,
    periodo: periodoOf(now),
  });
}

/** A link allows what its credential allows now. */
async function callerOfLink(
  deps: Authenticator,
  address: string | null,
  sealed: CallerCredential | null,
): Promise<Caller> {
  deps.failures.check(address);
  const caller = sealed === null ? null : await callerOf(deps, sealed, undefined);
  if (caller?.valid === true) return caller;
  deps.failures.failed(address, { bearer: null, hint: "a link" });
  throw new AppError("unauthorized");
}

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
  const caller = idPattern("org").test(member.organizationId)
    ? await callerOf(deps, { kind: "member", ...member, scopes }, connection)
    : null;
  if (caller === null) throw new AppError("unauthorized");
  return caller;
}

/**
 * Whether a request is worth reading: its bearer was valid within the last minute, or a lookup
 * finds it now. It is still authenticated once it is known what it asks for.
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

function rateOf(caller: Caller, now: Date): Rate {
  const limit = plans[caller.plan].requestsPerMinute;
  return {
    limit,
    remaining: Math.max(0, limit - caller.hits),
    resetSeconds: 60 - Math.floor((now.getTime() % minuteMs) / 1000),
  };
}

function checkRate(caller: Caller, rate: Rate): void {
  if (caller.hits <= rate.limit) return;
  throw new AppError("rate_limited", {
    details: { limit: rate.limit, retryAfterSeconds: rate.resetSeconds },
  });
}

/** What a request shows of its sender. */
interface Bearer {
  /** The id by which failures are counted. */
  id: Buffer;
  /** The end of its text: tells a person whose program is wrong. */
  hint: string;
  /** Null for a token that is not ours or no longer in force: nothing is looked up for it. */
  read(now: Date): Promise<Bearing | null>;
}

/** Null if its form is neither that of a key nor of a token. */
function bearerOf(
  { secret, tokens }: Pick<ExecuteDeps, "secret" | "tokens">,
  authorization: string | undefined,
): Bearer | null {
  const text = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1];
  if (text === undefined) return null;
  const hint = text.slice(-4);
  if (isApiKeyText(text)) {
    const hashes = secret.hashes("api-key", text);
    const [id] = hashes;
    if (id === undefined) throw new TypeError("no secret is held for API keys");
    return { id, hint, read: async () => ({ kind: "api_key", hashes }) };
  }
  if (text.split(".").length !== 3) return null;
  return {
    id: createHash("sha256").update(text).digest(),
    hint,
    read: async (now) => {
      const token = await tokens.read(text, now);
      return token === null ? null : { kind: "oauth", ...token };
    },
  };
}

/** Who calls, as the call's record and answer need it; throws when there were too many this minute. */
export async function admit(
  deps: Authenticator,
  call: { caller: Caller | null; rate: Rate | null },
  claimed: Claimed,
  connection: string | undefined,
): Promise<Caller> {
  const caller = await authenticate(deps, claimed, connection);
  call.caller = caller;
  call.rate = rateOf(caller, deps.clock.now());
  checkRate(caller, call.rate);
  return caller;
}
