import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { BankBook } from "../../bank/book.ts";
import type { Progress } from "../../bank/section-gate.ts";
import type { createCredentials } from "../../system/credentials.ts";
import type { Session, Sessions } from "../../system/sessions.ts";
import type { SandboxEnv, World } from "../../system/system.ts";
import type { CardBook } from "./cards.ts";
import type { Keypads } from "./keypad.ts";

export const cookieName = "c_sid";

export interface Visit extends Progress {
  companies: readonly string[];
  /** The first of the list until another is chosen; `identity_mismatch` makes it a stranger's. */
  company: string;
  /** Whether this user belongs to the other business portal. */
  variant: boolean;
}

export interface BancoC {
  world: World;
  book: BankBook;
  cards: CardBook;
  keypads: Keypads;
  sessions: Sessions<Visit>;
  credentials: ReturnType<typeof createCredentials>;
}

export function visitOf(c: Context<SandboxEnv>, portal: BancoC): Session<Visit> | undefined {
  return portal.sessions.find(getCookie(c, cookieName));
}
