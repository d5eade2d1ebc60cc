import type { FoundLink } from "../find-link.ts";
import type { FieldIssue } from "./typed-fields.ts";

export type FoundOpenLink = Extract<FoundLink, { kind: "open" }>;

/** What happened to what a person brought to a link. */
export type Submission =
  | { kind: "started"; link: FoundOpenLink; jobId: string }
  /** The person must allow access at the provider, and comes back with `state`. */
  | { kind: "elsewhere"; link: FoundOpenLink; url: string; state: string }
  /** The person comes back from the provider without what was asked for. */
  | { kind: "not_allowed"; link: FoundOpenLink }
  /** The person comes back with an unexpected state: from another tab, twice, or too late. */
  | { kind: "stale"; link: FoundOpenLink }
  /** The typed fields are invalid: nothing was stored or tried. */
  | { kind: "invalid"; link: FoundOpenLink; issues: FieldIssue[] }
  /** Nobody may try this login before then: nothing was stored or tried. */
  | { kind: "paused"; link: FoundOpenLink; until: Date }
  /** A reconnection for another company than the connection's: refused without a login. */
  | { kind: "other_company"; link: FoundOpenLink }
  /** The link accepts nothing now; another tab may have been first. */
  | { kind: "closed"; link: Exclude<FoundLink, { kind: "open" }> };
