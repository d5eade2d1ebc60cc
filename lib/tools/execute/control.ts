import type { z } from "zod";
import { untrustedPaths, type Surface } from "#lib/contract/index.ts";
import type { Context } from "#lib/db/context.ts";
import type { Caller, CallerCredential } from "#lib/limits/index.ts";
import { AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import type { AnswerSchema, Success } from "../documents/control-operation.ts";
import {
  answerError,
  admit,
  contextOf,
  controlBody,
  headersOf,
  metaOf,
  newCall,
  recordFailure,
  recordOutcome,
  startRun,
  type Call,
  type ExecuteDeps,
} from "../call/index.ts";

/** A call of a control endpoint, as its surface received it. */
export interface ControlRequest {
  /** The name for the record, for example `syncs.get`. */
  operation: string;
  authorization: string | undefined;
  /** Where the request came from; null if no trusted proxy names it. */
  address: string | null;
  traceLabel: string | undefined;
  clientLabel: string | undefined;
  requiredScopes: readonly string[];
  /** REST by default. */
  surface?: Surface;
  /** Instead of a bearer: the credential that a link was sealed for. */
  sealed?: CallerCredential | null;
}

/** How the endpoint answers, as its operation declares it. */
type AnswerContract<D extends AnswerSchema> = Pick<Success<D>, "status" | "content">;

export interface ControlAnswer {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/**
 * The same first and last checks as for a tool: who, how often, with which scope, recorded. What
 * `work` returns is checked against the contract before it is answered.
 */
export function control<D extends AnswerSchema>(
  deps: ExecuteDeps,
  request: ControlRequest,
  contract: AnswerContract<D>,
  work: (ctx: Context, caller: Caller, call: Call) => Promise<z.input<D>>,
): Promise<ControlAnswer> {
  const call = newCall(
    { surface: "rest", ...request, toolId: request.operation },
    "control",
    newId("req", deps.clock.now()),
    startTimer(),
  );
  return withRequestId(call.requestId, async () => {
    try {
      const caller = await admit(deps, call, request, undefined);
      requireScopes(caller, request.requiredScopes);
      startRun(call, null);
      const answer = await work(contextOf(deps, call, caller), caller, call);
      const write = controlBody(contract.content, answer);
      await recordOutcome(deps, call, "ok", call.protocolStatus ?? contract.status);
      const headers = headersOf(call.requestId, call.rate);
      return { status: contract.status, headers, body: write(metaOf(call, untrustedIn(contract))) };
    } catch (thrown) {
      return answerError(deps, call, await recordFailure(deps, call, asAppError(thrown)));
    }
  });
}

function requireScopes({ scopes }: Caller, required: readonly string[]): void {
  const missing = required.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    throw new AppError("scope_not_granted", { details: { required: missing } });
}

/** A page's schema names its own `data`. */
function untrustedIn<D extends AnswerSchema>({ content }: AnswerContract<D>): readonly string[] {
  switch (content.kind) {
    case "envelope":
      return untrustedPaths(content.schema).map((path) => under("data", path));
    case "page":
      return untrustedPaths(content.schema);
    case "json":
    case "text":
    case "file":
      return [];
  }
}

function under(root: string, path: string): string {
  return path.startsWith("[") ? `${root}${path}` : `${root}.${path}`;
}
