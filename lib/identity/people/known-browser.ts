import { timingSafeEqual } from "node:crypto";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { AuthPort } from "../auth-port.ts";

/*
 * A browser where a mail's password was typed correctly, or chosen with a code, keeps a mark of
 * that. Strangers' tries with the mail are counted separately, so they cannot lock out a marked
 * browser. The mark grants no access, and all marks of a mail share one count. It ends with its
 * password: somebody who knew an earlier one is a stranger.
 */

/** For a cookie. Made where the right password was typed, and only useful for that mail. */
export function markBrowser(
  secret: ServiceSecret,
  mail: string,
  { passwordVersion }: { passwordVersion: string },
): string {
  return secret.hash("known-browser", textOf(mail, passwordVersion)).toString("base64url");
}

/** A browser with no mark costs no statement; for any other, known and unknown mails cost the same. */
export async function isMarked(
  { secret, auth }: { secret: ServiceSecret; auth: Pick<AuthPort, "passwordVersion"> },
  mark: string | null,
  mail: string,
): Promise<boolean> {
  if (mark === null || mark === "") return false;
  const version = (await auth.passwordVersion(mail)) ?? "";
  const given = Buffer.from(mark, "base64url");
  return secret
    .hashes("known-browser", textOf(mail, version))
    .some((hash) => hash.length === given.length && timingSafeEqual(hash, given));
}

function textOf(mail: string, version: string): string {
  return JSON.stringify([mail, version]);
}
