import { createHash } from "node:crypto";
import type { ShownConsent } from "#lib/links/index.ts";
import type { ConsentFacts } from "./consent-facts.ts";
import { consentLines } from "./consent-words.ts";

/**
 * The version of the page's words: their day, with a number if it is not that day's first. If you change them, set it
 * and add their hash to the test.
 */
const version = "2026-11-26.2";

/** The page's words, as stored. */
export function shownConsent({ reads, acts, ...facts }: ConsentFacts): ShownConsent {
  return {
    version,
    facts: { ...facts, reads, acts, lines: consentLines({ reads, acts, ...facts }) },
  };
}

/** The form field that says which facts were shown above it. */
export const seenField = "visto";

export function seenMark(facts: ConsentFacts): string {
  const text = JSON.stringify(shownConsent(facts));
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
