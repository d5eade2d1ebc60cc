import { createHash } from "node:crypto";
import type { ShownConsent } from "#lib/links/index.ts";
import type { ConsentFacts } from "./consent-facts.ts";
import { consentLines } from "./consent-words.ts";

/** Of the words of the page. Who changes them writes the day here, and their hash in the test. */
const version = "2026-11-26";

/** What the page says, as it is kept. */
export function shownConsent({ reads, acts, ...facts }: ConsentFacts): ShownConsent {
  return {
    version,
    facts: { ...facts, reads, acts, lines: consentLines({ reads, acts, ...facts }) },
  };
}

/** The form's field that tells which facts stood above it. */
export const seenField = "visto";

export function seenMark(facts: ConsentFacts): string {
  const text = JSON.stringify(shownConsent(facts));
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
