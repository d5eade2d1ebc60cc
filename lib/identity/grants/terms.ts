import { dayMs, hourMs } from "#lib/kernel/clock.ts";

/** Why a grant ended. */
export type GrantEnd =
  | "revoked"
  | "replayed"
  | "member_removed"
  | "password_reset"
  | "idle"
  | "expired"
  | "unused";

/** How long a grant lives. The guides and pages show these. */
export const grantTerms = {
  /** Since its last use. */
  idleDays: 30,
  /** Since the consent. */
  days: 180,
  /** From the consent to the first token. */
  unusedHours: 1,
} as const;

export const idleMs = grantTerms.idleDays * dayMs;
export const longestMs = grantTerms.days * dayMs;
export const unusedMs = grantTerms.unusedHours * hourMs;
