import type { ToolConnection } from "./connection.ts";
import type { ToolServices } from "./services.ts";

/** What a tool is given. It uses nothing else. */
export interface ToolContext {
  toolId: string;
  now: Date;
  requestId: string;
  organization: { id: string; name: string };
  actor: { kind: string; id: string };
  connection: ToolConnection | null;
  idempotencyKey: string | null;
  services: ToolServices;
}

/** For tools that declare `needsConnection`: execute has refused the call without one. */
export function connectionOf(ctx: ToolContext): ToolConnection {
  if (ctx.connection === null) throw new TypeError(`${ctx.toolId} runs with a connection`);
  return ctx.connection;
}
