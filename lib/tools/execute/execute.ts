import { randomUUID } from "node:crypto";
import { periodoOf } from "../../chile/index.ts";
import type { Context } from "../../db/context.ts";
import type { Standing } from "../../identity/index.ts";
import { AppError, asAppError } from "../../kernel/errors/index.ts";
import { newId } from "../../kernel/ids.ts";
import { withRequestId } from "../../kernel/log.ts";
import { startTimer } from "../../kernel/timer.ts";
import type { Tool, ToolContext } from "../define/index.ts";
import { runOnce, type KeptAnswer } from "../idempotency/index.ts";
import { answerError, answerSuccess } from "./answer.ts";
import { authenticate, checkRate, rateOf } from "./authenticate.ts";
import {
  checkBilling,
  checkConnection,
  checkInput,
  checkQuota,
  checkScopes,
  findTool,
  inputOf,
} from "./checks.ts";
import { newCall, recordOutcome, type Call } from "./call.ts";
import type { ExecuteDeps, ToolAnswer, ToolRequest } from "./request.ts";
import { runTool } from "./run-tool.ts";
import { servicesFor } from "./services.ts";

/**
 * The one way in to every tool, whatever the surface. The first check that fails answers; nothing
 * external is contacted before the tool runs, and nothing is answered that is not on record.
 */
export function execute(deps: ExecuteDeps, request: ToolRequest): Promise<ToolAnswer> {
  const call = newCall(request, newId("req", deps.clock.now()), startTimer());
  return withRequestId(call.requestId, () => answerOf(deps, request, call));
}

async function answerOf(deps: ExecuteDeps, request: ToolRequest, call: Call): Promise<ToolAnswer> {
  try {
    const result = await checkAndRun(deps, request, call);
    await recordOutcome(deps, call, "ok", 200);
    return answerSuccess(call, result);
  } catch (thrown) {
    const error = asAppError(thrown);
    logFailure(deps, call, error);
    return answerError(call, await recordFailure(deps, call, error));
  }
}

async function checkAndRun(
  deps: ExecuteDeps,
  request: ToolRequest,
  call: Call,
): Promise<KeptAnswer> {
  const standing = await authenticate(deps, request.authorization, request.connection);
  call.standing = standing;
  call.rate = rateOf(standing, deps.clock.now());
  checkRate(standing, call.rate);

  const body = inputOf(await request.readBody());
  const tool = findTool(deps.catalogue, standing, request.toolId);
  call.toolId = tool.id;
  checkScopes(tool, standing);
  const input = checkInput(tool, body, request);
  const connection = checkConnection(tool, standing);
  call.connectionId = connection?.id ?? null;
  checkBilling(tool, standing);
  checkQuota(standing, connection, deps.clock.now());

  call.operationRequestId = randomUUID();
  if (connection !== null) call.countedIn = periodoOf(deps.clock.now());
  return runOrReplay(deps, request, call, { tool, input, standing });
}

interface Checked {
  tool: Tool;
  input: unknown;
  standing: Standing;
}

async function runOrReplay(
  deps: ExecuteDeps,
  request: ToolRequest,
  call: Call,
  { tool, input, standing }: Checked,
): Promise<KeptAnswer> {
  const ctx = contextOf(deps, call, standing);
  const toolContext: ToolContext = {
    toolId: tool.id,
    now: deps.clock.now(),
    requestId: call.requestId,
    organization: { id: standing.organizationId, name: standing.organizationName },
    actor: { kind: "api_key", id: standing.keyId },
    connection: tool.needsConnection ? standing.connection : null,
    idempotencyKey: request.idempotencyKey ?? null,
    services: servicesFor(deps, ctx, standing, tool.id),
  };
  const operationRequestId = call.operationRequestId ?? randomUUID();
  const work = async (): Promise<KeptAnswer> => ({
    data: await runTool(tool, toolContext, input),
    operationRequestId,
  });
  if (request.idempotencyKey === undefined) return work();
  const { idempotencyKey: key } = request;
  const { connectionId } = call;
  const result = await runOnce(
    { ...ctx, vault: deps.vault },
    { key, toolId: tool.id, connectionId, input },
    work,
  );
  call.idempotency = result.idempotency;
  call.operationRequestId = result.operationRequestId;
  // A replay did nothing, so it costs the connection nothing.
  if (result.idempotency === "replayed") call.countedIn = null;
  return result;
}

function contextOf(deps: ExecuteDeps, call: Call, standing: Standing): Context {
  return {
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    organization: { id: standing.organizationId },
    actor: { kind: "api_key", id: standing.keyId, scopes: standing.scopes },
    requestId: call.requestId,
  };
}

/** An answer that could not be put on record is not given. */
async function recordFailure(deps: ExecuteDeps, call: Call, error: AppError): Promise<AppError> {
  try {
    await recordOutcome(deps, call, error.code, error.entry.status);
    return error;
  } catch (thrown) {
    deps.log.error("call.not_recorded", { error: thrown });
    return error.code === "service_unavailable"
      ? error
      : new AppError("service_unavailable", { cause: thrown });
  }
}

function logFailure(deps: ExecuteDeps, call: Call, error: AppError): void {
  const { owner } = error.entry;
  const fields = { tool_id: call.toolId, code: error.code, owner, cause: error.cause };
  if (owner === "client") deps.log.info("call.refused", fields);
  if (owner === "upstream") deps.log.warn("call.failed", fields);
  if (owner === "platform" || owner === "config") deps.log.error("call.failed", fields);
}
