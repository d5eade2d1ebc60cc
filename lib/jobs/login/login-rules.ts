import type { LoginOutcomeKind } from "#lib/contract/index.ts";
import { hourMs } from "#lib/kernel/clock.ts";

/** What the ledger knows that matters for one login. A null outcome is a lost one. */
export interface LoginHistory {
  /** The newest two of the identity that count, newest first. */
  newest: CountedLogin[];
  /** The newest of the very same secret. */
  own: CountedLogin | null;
  /** The newest at which the portal said that the account is blocked. */
  blocked: CountedLogin | null;
}

/** Outcomes that count, for the account or against it. Others say nothing about the password. */
export const countedOutcomes = [
  "ok",
  "company_not_offered",
  "rejected",
  "blocked",
  "unknown",
] as const satisfies readonly LoginOutcomeKind[];

/**
 * For an API key: no account is locked because of its tries, and many calls use it at once. An
 * unanswered or running call says nothing against it.
 */
export const countedOfKeys = [
  "ok",
  "company_not_offered",
  "rejected",
  "blocked",
] as const satisfies readonly LoginOutcomeKind[];

export interface CountedLogin {
  outcome: LoginOutcomeKind | null;
  at: Date;
}

export type LoginVerdict =
  | { kind: "open" }
  /** Nobody, or nobody with this secret, until then. */
  | { kind: "closed"; motivo: ClosedWord; hasta: Date }
  /** The portal has already refused the same secret: only a person may try it again. */
  | { kind: "refused" };

export type ClosedLogin = Extract<LoginVerdict, { kind: "closed" }>;

type ClosedWord = "intentos_agotados" | "cuenta_bloqueada";

/** How long nobody may try after that. */
export const closedHours = 24;
const closedMs = closedHours * hourMs;
/** Portals lock an account at the third refusal in a row. */
const refusalsInARow = 2;

export const goodOutcomes: readonly (LoginOutcomeKind | null)[] = ["ok", "company_not_offered"];
const isGood = ({ outcome }: CountedLogin): boolean => goodOutcomes.includes(outcome);
const reopens = ({ at }: Pick<CountedLogin, "at">): Date => new Date(at.getTime() + closedMs);

/** What every login of an account becomes once the portal says it is blocked. */
export function blockedAt(at: Date): ClosedLogin {
  return { kind: "closed", motivo: "cuenta_bloqueada", hasta: reopens({ at }) };
}

/** Whether a login may be made now; `typed` by a person just now, or stored. */
export function mayLogIn(
  { newest, own, blocked }: LoginHistory,
  { now, typed }: { now: Date; typed: boolean },
): LoginVerdict {
  if (!typed && own?.outcome === "rejected") return { kind: "refused" };
  if (blocked !== null && now < reopens(blocked)) return blockedAt(blocked.at);
  const [last] = newest;
  const inARow = newest.length >= refusalsInARow && !newest.some(isGood);
  if (last === undefined || !inARow) return { kind: "open" };
  // The last login that the portal accepted reset its counter.
  if (own !== null && isGood(own)) return { kind: "open" };
  const hasta = reopens(last);
  return now < hasta ? { kind: "closed", motivo: "intentos_agotados", hasta } : { kind: "open" };
}
