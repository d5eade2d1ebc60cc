import type { LoginOutcomeKind } from "#lib/contract/index.ts";

/** What the ledger knows that matters to one login. A null outcome is a lost one. */
export interface LoginHistory {
  /** The newest two of the identity that count, newest first. */
  newest: CountedLogin[];
  /** The newest of the very secret. */
  own: CountedLogin | null;
  /** The newest at which the portal said that the account is blocked. */
  blocked: CountedLogin | null;
}

/** What counts, for the account or against it. The others say nothing of the password. */
export const countedOutcomes = [
  "ok",
  "company_not_offered",
  "rejected",
  "blocked",
  "unknown",
] as const satisfies readonly LoginOutcomeKind[];

/**
 * Of an API's key: nobody locks an account for the tries of one, and many calls use it at once. That a
 * call was not answered, or is under way, says nothing against it.
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
  /** The portal refused the same already: only a person may try it again. */
  | { kind: "refused" };

export type ClosedLogin = Extract<LoginVerdict, { kind: "closed" }>;

type ClosedWord = "intentos_agotados" | "cuenta_bloqueada";

/** How long nobody may try after that. */
export const closedHours = 24;
const closedMs = closedHours * 3_600_000;
/** Portals lock an account at the third refusal in a row. */
const refusalsInARow = 2;

export const goodOutcomes: readonly (LoginOutcomeKind | null)[] = ["ok", "company_not_offered"];
const isGood = ({ outcome }: CountedLogin): boolean => goodOutcomes.includes(outcome);
const reopens = ({ at }: Pick<CountedLogin, "at">): Date => new Date(at.getTime() + closedMs);

/** What a portal's word that the account is blocked means for every login of it. */
export function blockedAt(at: Date): ClosedLogin {
  return { kind: "closed", motivo: "cuenta_bloqueada", hasta: reopens({ at }) };
}

/** Whether a login may be made now; `typed` by a person just now, or kept. */
export function mayLogIn(
  { newest, own, blocked }: LoginHistory,
  { now, typed }: { now: Date; typed: boolean },
): LoginVerdict {
  if (!typed && own?.outcome === "rejected") return { kind: "refused" };
  if (blocked !== null && now < reopens(blocked)) return blockedAt(blocked.at);
  const [last] = newest;
  const inARow = newest.length >= refusalsInARow && !newest.some(isGood);
  if (last === undefined || !inARow) return { kind: "open" };
  // What the portal last accepted resets its counter.
  if (own !== null && isGood(own)) return { kind: "open" };
  const hasta = reopens(last);
  return now < hasta ? { kind: "closed", motivo: "intentos_agotados", hasta } : { kind: "open" };
}
