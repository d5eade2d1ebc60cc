import { timingSafeEqual } from "node:crypto";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";

/*
 * A browser in which a mail's password was typed right, or chosen by a code, keeps a mark of that. What strangers try with
 * the mail is counted apart from what is tried there, and so closes the mail to nobody who has one.
 * It opens nothing by itself: all marks of a mail have one count together.
 */

/** For a cookie. Made where the right password was typed, and of use with that mail alone. */
export function markBrowser(secret: ServiceSecret, mail: string): string {
  return secret.hash("known-browser", mail).toString("base64url");
}

export function isMarked(secret: ServiceSecret, mark: string | null, mail: string): boolean {
  const given = Buffer.from(mark ?? "", "base64url");
  return secret
    .hashes("known-browser", mail)
    .some((hash) => hash.length === given.length && timingSafeEqual(hash, given));
}
