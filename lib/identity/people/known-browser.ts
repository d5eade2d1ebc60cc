import { timingSafeEqual } from "node:crypto";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/*
 * A browser where a mail's password was typed correctly, or chosen with a code, keeps a mark of
 * that. Strangers' tries with the mail are counted separately, so they cannot lock out a marked
 * browser. The mark grants no access, and all marks of a mail share one count.
 */

/** For a cookie. Made where the right password was typed, and only useful for that mail. */
export function markBrowser(secret: ServiceSecret, mail: string): string {
  return secret.hash("known-browser", mail).toString("base64url");
}

export function isMarked(secret: ServiceSecret, mark: string | null, mail: string): boolean {
  const given = Buffer.from(mark ?? "", "base64url");
  return secret
    .hashes("known-browser", mail)
    .some((hash) => hash.length === given.length && timingSafeEqual(hash, given));
}
