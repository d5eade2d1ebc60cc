import type { Context } from "hono";
import type { BankBook } from "../../bank/book.ts";
import type { Progress } from "../../bank/section-gate.ts";
import type { createCredentials } from "../../system/credentials.ts";
import type { Session, Sessions } from "../../system/sessions.ts";
import type { SandboxEnv, World } from "../../system/system.ts";

export interface Visit extends Progress {
  companies: readonly string[];
  /** Whose data stands behind an id; `identity_mismatch` makes it a stranger's for the whole visit. */
  shownAs: Map<string, string>;
  continuations: Map<string, Continuation>;
  /** Whether this user belongs to the other business portal. */
  variant: boolean;
}

export interface Continuation {
  account: string;
  period: string;
  offset: number;
  /** Later rows are not on the later pages: they would push the others down. */
  until: number;
}

export interface BancoF {
  world: World;
  book: BankBook;
  sessions: Sessions<Visit>;
  credentials: ReturnType<typeof createCredentials>;
}

/** No cookie: a session is its token, and every call carries it. */
export function tokenOf(c: Context<SandboxEnv>): string {
  return /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
}

export function visitOf(c: Context<SandboxEnv>, portal: BancoF): Session<Visit> | undefined {
  return portal.sessions.find(tokenOf(c));
}
