import { AppError } from "#lib/kernel/errors/index.ts";
import type { ToolConnection } from "./connection.ts";

/** Every module that is asked for must be one of the connection. */
export function requireModules(
  connection: Pick<ToolConnection, "alcances">,
  asked: readonly string[],
): void {
  const missing = asked.find((alcance) => !connection.alcances.includes(alcance));
  if (missing === undefined) return;
  throw new AppError("alcance_not_enabled", { details: { alcance: missing } });
}
