import type { Standing } from "#lib/limits/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { requireLiveCredential, requireModules } from "#lib/connections/index.ts";
import { answerableCodes } from "../answerable-codes.ts";
import type { Systems } from "../catalogue.ts";
import type { Tool } from "#lib/contract/index.ts";
import {
  checkEnabled,
  checkInput,
  checkScopes,
  checkStanding,
  connectionOfCall,
  type Beside,
} from "./checks.ts";

/**
 * The refusal that this caller's standing would meet with the tool, or null when a call of it would
 * run. These are the checks of `execute` themselves, in its order, over the tool's own example.
 */
export function wouldRefuse(
  { catalogue, now }: { catalogue: Systems; now: Date },
  standing: Standing,
  tool: Tool,
  surface: Beside["surface"],
): AppError | null {
  try {
    checkEnabled(catalogue, standing, tool);
    checkScopes(tool, standing);
    checkInput(tool, { input: tool.example.input, extra: [] }, besideOf(tool, standing, surface));
    checkStanding(tool, standing, { surface, now });
    checkVisit(tool, standing);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function besideOf(tool: Tool, standing: Standing, surface: Beside["surface"]): Beside {
  const destructive = tool.effect === "destructive";
  return {
    surface,
    connection: standing.connection?.id,
    idempotencyKey: destructive ? "00000000-0000-4000-8000-000000000000" : undefined,
  };
}

/** What such a tool itself asks first, of any call that has something to do outside. */
function checkVisit(tool: Tool, standing: Standing): void {
  const connection = connectionOfCall(tool, standing);
  if (connection === null) return;
  const { alcances = [] } = tool.example.input as { alcances?: readonly string[] };
  // A call may leave out modules that are off; with none on there is nothing to bring.
  if (connection.alcances.length === 0) requireModules(connection, alcances);
  if (!answerableCodes(tool).includes("connection_credential_required")) return;
  requireLiveCredential(connection);
}
