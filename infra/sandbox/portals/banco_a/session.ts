import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { BankBook } from "../../bank/book.ts";
import type { createCredentials } from "../../system/credentials.ts";
import type { Session, Sessions } from "../../system/sessions.ts";
import type { SandboxEnv, World } from "../../system/system.ts";

export const cookieName = "BAEMPSESION";

/** What the portal remembers of one visit: it is the server that knows company and search. */
export interface Visit {
  companies: readonly string[];
  /** The company that pages show, which `identity_mismatch` makes another than the chosen one. */
  company: string | undefined;
  searches: Map<string, Search>;
  /** Sections whose data was shown; `cut_after_alcance` refuses the next one. */
  shown: Set<Section>;
  cut: boolean;
}

export type Section = "saldos" | "movimientos";

export interface Search {
  account: number;
  period: string;
  from: number;
}

export interface BancoA {
  world: World;
  book: BankBook;
  sessions: Sessions<Visit>;
  credentials: ReturnType<typeof createCredentials>;
}

export function visitOf(c: Context<SandboxEnv>, portal: BancoA): Session<Visit> | undefined {
  return portal.sessions.find(getCookie(c, cookieName));
}
