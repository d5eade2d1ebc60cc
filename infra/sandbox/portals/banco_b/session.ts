import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { BankBook } from "../../bank/book.ts";
import type { Progress } from "../../bank/section-gate.ts";
import type { createCredentials } from "../../system/credentials.ts";
import type { Session, Sessions } from "../../system/sessions.ts";
import type { SandboxEnv, World } from "../../system/system.ts";

export const sessionCookie = "BBSES";

export interface Visit extends Progress {
  user: string;
  companies: readonly string[];
  /** The company that every answer is about, which `identity_mismatch` makes another than chosen. */
  company: string | undefined;
}

export type Section = "saldos" | "movimientos" | "transferencias" | "nominas";

export interface BancoB {
  world: World;
  book: BankBook;
  sessions: Sessions<Visit>;
  credentials: ReturnType<typeof createCredentials>;
  variantUser: string;
}

export function visitOf(c: Context<SandboxEnv>, portal: BancoB): Session<Visit> | undefined {
  return portal.sessions.find(getCookie(c, sessionCookie));
}
