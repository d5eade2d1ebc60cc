import type { Context } from "hono";
import type { createCredentials } from "../../system/credentials.ts";
import type { SandboxEnv, World } from "../../system/system.ts";
import type { Mailboxes } from "./mailboxes.ts";
import type { MailPerson } from "./people.ts";
import type { CorreoSwitches } from "./switches.ts";
import type { Tokens } from "./tokens.ts";

export type Ctx = Context<SandboxEnv>;
export type Reply = Response | Promise<Response>;

export interface Correo {
  world: World;
  people: readonly MailPerson[];
  credentials: ReturnType<typeof createCredentials>;
  switches: CorreoSwitches;
  tokens: Tokens;
  mailboxes: Mailboxes;
}
