import { periodoOf } from "#lib/chile/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { requireAccount, requireLiveCredential } from "#lib/connections/index.ts";
import { requireModules, syncableOf, type Tool } from "#lib/contract/index.ts";
import { answerableCodes } from "../answerable-codes.ts";
import type { Systems } from "../catalogue.ts";
import {
  checkEnabled,
  checkInput,
  checkScopes,
  checkConnection,
  connectionOfCall,
  whyNotNow,
  type CallOptions,
} from "./checks.ts";

/**
 * The refusal that this caller would get for the tool, or null when a call of it would run. These
 * are the checks of `execute` themselves, in its order, on the tool's own example.
 */
export function wouldRefuse(
  { catalogue, now }: { catalogue: Systems; now: Date },
  caller: Caller,
  tool: Tool,
  surface: CallOptions["surface"],
): AppError | null {
  try {
    checkEnabled(catalogue, caller, tool);
    checkScopes(tool, caller);
    const options = { ...optionsOf(tool, caller, surface), now };
    checkInput(tool, { input: exampleAt(tool, now), extra: [] }, options);
    checkConnection(tool, caller, surface);
    checkSynced(catalogue, tool, caller);
    const refusal = whyNotNow(tool, caller, now);
    if (refusal === null) checkVisit(tool, caller);
    return refusal;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** The example as it would be sent today: a period far back can no longer be synced. */
export function exampleAt({ example }: Tool, now: Date): unknown {
  const input = example.input as { periodo?: unknown };
  return { ...input, ...(input.periodo !== undefined && { periodo: periodoOf(now) }) };
}

function optionsOf(tool: Tool, caller: Caller, surface: CallOptions["surface"]): CallOptions {
  const destructive = tool.effect === "destructive";
  return {
    surface,
    connection: caller.connection?.id,
    idempotencyKey: destructive ? "00000000-0000-4000-8000-000000000000" : undefined,
  };
}

/** A call may leave out modules that are off; with none on there is nothing to read. */
function checkSynced(catalogue: Systems, tool: Tool, caller: Caller): void {
  const connection = connectionOfCall(tool, caller);
  if (connection === null) return;
  const { alcances = [] } = tool.example.input as { alcances?: readonly string[] };
  const synced = syncableOf(catalogue.manifestOf(tool.connector)?.alcances ?? []);
  const brings = synced.some(({ id }) => connection.alcances.includes(id));
  if (!brings) requireModules(connection, alcances);
}

/** What such a tool itself checks first, for any call that has something to do outside. */
function checkVisit(tool: Tool, caller: Caller): void {
  const connection = connectionOfCall(tool, caller);
  if (connection === null) return;
  const codes = answerableCodes(tool);
  if (codes.includes("connected_account_required")) requireAccount(connection);
  if (codes.includes("connection_credential_required")) requireLiveCredential(connection);
}
