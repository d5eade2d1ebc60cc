import { dayMs, minuteMs } from "#lib/kernel/clock.ts";

/** Why a person gets a mail. */
export const mailKinds = [
  "verify_code",
  "reset_code",
  "already_registered",
  "invitation",
  "password_changed",
  "key_created",
  "grant_consented",
  "grant_replayed",
  "member_changed",
  "endpoint_disabled",
  "organization_deletes",
  "organization_kept",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** How long a code can be used. */
export const codeLifeMs = 15 * minuteMs;
/** Older news says nothing that the pages do not. */
const newsLifeMs = 3 * dayMs;

export const mostTries = 6;

/** Minutes from each try to the next. */
const waits = { code: [1, 2, 3, 4, 4], news: [1, 10, 60, 240, 720] } as const;

function isCode(kind: MailKind): boolean {
  return kind === "verify_code" || kind === "reset_code";
}

export function lifeMsOf(kind: MailKind): number {
  return isCode(kind) ? codeLifeMs : newsLifeMs;
}

/** The wait after that many tries. */
export function waitMsAfter(kind: MailKind, tries: number): number {
  const minutes = waits[isCode(kind) ? "code" : "news"];
  return (minutes[Math.min(tries, minutes.length) - 1] ?? 1) * minuteMs;
}
