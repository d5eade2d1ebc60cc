import type { FoundLink } from "./find-link.ts";
import type { FieldIssue } from "./typed-fields.ts";

export type OpenLink = Extract<FoundLink, { kind: "open" }>;

/** What became of what a person brought to a link. */
export type Submission =
  | { kind: "started"; link: OpenLink; jobId: string }
  /** The person is to allow it at the provider, and comes back with what `state` names. */
  | { kind: "elsewhere"; link: OpenLink; url: string; state: string }
  /** The person comes back from the provider without what was asked for. */
  | { kind: "not_allowed"; link: OpenLink }
  /** The person comes back with what nobody waits for: from another tab, twice, or too late. */
  | { kind: "stale"; link: OpenLink }
  /** The typed fields do not pass: nothing was kept and nothing was tried. */
  | { kind: "invalid"; link: OpenLink; issues: FieldIssue[] }
  /** Nobody may try this login before then: nothing was kept and nothing was tried. */
  | { kind: "paused"; link: OpenLink; until: Date }
  /** A reconnection for another company than the connection's: refused without a login. */
  | { kind: "other_company"; link: OpenLink }
  /** The link takes nothing now; another tab may have been first. */
  | { kind: "closed"; link: Exclude<FoundLink, { kind: "open" }> };
