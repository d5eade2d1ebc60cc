import * as z from "zod";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { control, type ControlAnswer } from "#lib/tools/execute/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { Caller } from "./caller.ts";

/** The protocol writes the answer; only this one's headers are used. */
const headersAlone = {
  status: 200,
  content: { kind: "json", schema: z.strictObject({}) },
} as const;

/**
 * A message with the checks, the record and the refusal of a control call. `status` is the protocol's own, if it has
 * already answered.
 */
export function admit(
  deps: RouteDeps,
  caller: Caller,
  failure: AppError | null,
  status: number | null = null,
): Promise<ControlAnswer> {
  const request = {
    ...caller,
    operation: "mcp.message",
    requiredScopes: [],
    surface: "mcp" as const,
  };
  return control(deps, request, headersAlone, async (_ctx, _caller, call) => {
    call.protocolStatus = status;
    if (failure !== null) throw failure;
    return {};
  });
}
