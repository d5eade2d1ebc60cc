import type { Context } from "../../db/context.ts";
import type { Standing } from "../../limits/index.ts";
import { AppError, asAppError } from "../../kernel/errors/index.ts";
import { newId } from "../../kernel/ids.ts";
import { withRequestId } from "../../kernel/log.ts";
import { startTimer } from "../../kernel/timer.ts";
import { answerError, headersOf, metaOf } from "./answer.ts";
import { authenticate, checkRate, rateOf } from "./authenticate.ts";
import { newCall, recordFailure, recordOutcome, type Call } from "./call.ts";
import { contextOf } from "./context-of.ts";
import type { ExecuteDeps, Meta, ToolAnswer } from "./request.ts";

/** A call of a control endpoint, as its surface received it. */
interface ControlRequest {
  /** The name on record, for example `syncs.get`. */
  operation: string;
  authorization: string | undefined;
  traceLabel: string | undefined;
  clientLabel: string | undefined;
  requiredScopes: readonly string[];
}

export interface ControlResult {
  status: number;
  /** Everything of the answer beside `meta`. */
  body: Record<string, unknown>;
}

export interface ControlAnswer {
  status: number;
  headers: Record<string, string>;
  body: ToolAnswer["body"] | (Record<string, unknown> & { meta: Meta });
}

/** The same first and last checks as a tool's: who, how often, with which scope, on record. */
export function control(
  deps: ExecuteDeps,
  request: ControlRequest,
  work: (ctx: Context, standing: Standing) => Promise<ControlResult>,
): Promise<ControlAnswer> {
  const call = newCall(
    { ...request, toolId: request.operation },
    "control",
    newId("req", deps.clock.now()),
    startTimer(),
  );
  return withRequestId(call.requestId, () => answerOf(deps, request, call, work));
}

async function answerOf(
  deps: ExecuteDeps,
  request: ControlRequest,
  call: Call,
  work: (ctx: Context, standing: Standing) => Promise<ControlResult>,
): Promise<ControlAnswer> {
  try {
    const standing = await authenticate(deps, request.authorization, undefined);
    call.standing = standing;
    call.rate = rateOf(standing, deps.clock.now());
    checkRate(standing, call.rate);
    const required = request.requiredScopes.filter((scope) => !standing.scopes.includes(scope));
    if (required.length > 0) throw new AppError("scope_not_granted", { details: { required } });
    const result = await work(contextOf(deps, call, standing), standing);
    await recordOutcome(deps, call, "ok", result.status);
    return {
      status: result.status,
      headers: headersOf(call.requestId, call.rate),
      body: { ...result.body, meta: metaOf(call) },
    };
  } catch (thrown) {
    return answerError(call, await recordFailure(deps, call, asAppError(thrown)));
  }
}
