import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { BankBook } from "../../bank/book.ts";
import type { Progress } from "../../bank/section-gate.ts";
import type { createCredentials } from "../../system/credentials.ts";
import type { Session, Sessions } from "../../system/sessions.ts";
import type { SandboxEnv, World } from "../../system/system.ts";
import type { ViewStates } from "./view-states.ts";

export const cookieName = "ASPX_D";

export interface Visit extends Progress {
  companies: readonly string[];
  /** The company that pages show, which `identity_mismatch` makes another than the chosen one. */
  company: string | undefined;
}

export interface BancoD {
  world: World;
  book: BankBook;
  sessions: Sessions<Visit>;
  credentials: ReturnType<typeof createCredentials>;
  views: ViewStates;
  variantUser: string;
}

export function visitOf(c: Context<SandboxEnv>, portal: BancoD): Session<Visit> | undefined {
  return portal.sessions.find(getCookie(c, cookieName));
}
