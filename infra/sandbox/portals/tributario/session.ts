import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { Progress } from "../../bank/section-gate.ts";
import type { createCredentials } from "../../system/credentials.ts";
import type { Session, Sessions } from "../../system/sessions.ts";
import type { SandboxEnv, World } from "../../system/system.ts";
import type { FeeBook } from "./fees/book.ts";
import type { FeeSteps } from "./fees/steps.ts";
import type { Folders } from "./folder/folders.ts";
import type { FolderTickets } from "./folder/tickets.ts";
import type { Drafts } from "./invoicer/drafts.ts";
import type { Invoicer } from "./invoicer/invoicer.ts";
import type { Taxpayer } from "./people.ts";
import type { Registry } from "./registry/registry.ts";
import type { TributarioSwitches } from "./switches.ts";

export const cookieName = "TRIBSESION";

export type Ctx = Context<SandboxEnv>;

/** What the portal remembers of one visit. */
export interface TributarioVisit extends Progress {
  taxpayer: Taxpayer;
  /** Whose registry and receipts are shown; the invoicer has its own choice. */
  company: string | undefined;
  /** What it has in progress in the invoicer. */
  drafts: Drafts;
  /** The fee receipt steps that it was asked to confirm. */
  feeSteps: FeeSteps;
  folderTickets: FolderTickets;
}

export interface Tributario {
  world: World;
  people: readonly Taxpayer[];
  registry: Registry;
  fees: FeeBook;
  invoicer: Invoicer;
  switches: TributarioSwitches;
  folders: Folders;
  sessions: Sessions<TributarioVisit>;
  credentials: ReturnType<typeof createCredentials>;
}

export function sessionOf(c: Ctx, portal: Tributario): Session<TributarioVisit> | undefined {
  return portal.sessions.find(getCookie(c, cookieName));
}
