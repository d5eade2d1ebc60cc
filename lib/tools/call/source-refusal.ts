import type { Tool } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ConnectedCaller } from "#lib/limits/index.ts";
import type { Systems } from "../catalogue.ts";
import { checkConnection, checkEnabled, checkScopes, whyNotNow } from "./checks.ts";

/**
 * The refusal that a call of the tool would now get on this connection, one of several that a call
 * names.
 */
export function sourceRefusal(
  catalogue: Systems,
  caller: ConnectedCaller,
  tool: Tool,
  now: Date,
): AppError | null {
  try {
    checkEnabled(catalogue, caller, tool);
    checkScopes(tool, caller);
    checkConnection(tool, caller, "rest");
    return whyNotNow(tool, caller, now);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
