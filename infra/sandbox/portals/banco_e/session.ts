import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { BankBook } from "../../bank/book.ts";
import type { Progress } from "../../bank/section-gate.ts";
import type { createCredentials } from "../../system/credentials.ts";
import type { Session, Sessions } from "../../system/sessions.ts";
import type { SandboxEnv, World } from "../../system/system.ts";
import type { Approvals } from "./approvals.ts";

export const cookieName = "EBENL";

export interface Visit extends Progress {
  companies: readonly string[];
  /** The chosen one; `identity_mismatch` makes it a stranger's. */
  company: string | undefined;
  /** Whether this user belongs to the other business portal. */
  variant: boolean;
}

export interface BancoE {
  world: World;
  book: BankBook;
  approvals: Approvals;
  sessions: Sessions<Visit>;
  credentials: ReturnType<typeof createCredentials>;
}

export function visitOf(c: Context<SandboxEnv>, portal: BancoE): Session<Visit> | undefined {
  return portal.sessions.find(getCookie(c, cookieName));
}
