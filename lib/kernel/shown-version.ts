import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** Changes with everything that was shown: a form sends it back, and changes no other state. */
export function shownVersion(shown: unknown): string {
  return createHash("sha256").update(canonicalJson(shown)).digest("base64url").slice(0, 16);
}
