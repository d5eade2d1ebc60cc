import { randomUUID } from "node:crypto";
import { periodoOf } from "#lib/chile/index.ts";
import type { Context } from "#lib/db/context.ts";
import type { Caller } from "#lib/limits/index.ts";
import { asAppError, type AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { lazyService } from "#lib/kernel/load-once.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import type { Tool } from "#lib/contract/index.ts";
import { isKnownCall, runOnce, type KeptAnswer } from "#lib/idempotency/index.ts";
import {
  answerError,
  answerSuccess,
  admit,
  checkConnection,
  checkConnectionFor,
  checkedInput,
  chargeFor,
  checkScopes,
  connectionOfCall,
  contextOf,
  findTool,
  inputOf,
  newCall,
  recordFailure,
  recordStart,
  recordSuccess,
  runTool,
  startRun,
  strictQuotaOf,
  tellOfKey,
  whyNotNow,
  withFix,
  type Call,
  type ExecuteDeps,
  type ToolAnswer,
  type ToolRequest,
} from "../call/index.ts";
import { toolContext } from "../services/index.ts";

/**
 * The one way in to every tool, whatever the surface. The first check that fails decides the
 * answer; nothing external is contacted before the tool runs, and nothing is answered that is not
 * recorded.
 */
export function execute(deps: ExecuteDeps, request: ToolRequest): Promise<ToolAnswer> {
  const { requestId = newId("req", deps.clock.now()) } = request;
  const call = newCall(request, "action", requestId, startTimer());
  return withRequestId(call.requestId, () => answerOf(deps, request, call));
}

async function answerOf(deps: ExecuteDeps, request: ToolRequest, call: Call): Promise<ToolAnswer> {
  try {
    const result = await checkAndRun(deps, request, call);
    if (call.state.is !== "recorded") await recordSuccess(deps, call);
    return answerSuccess(call, result);
  } catch (thrown) {
    const error = withFix(asAppError(thrown), {
      call,
      key: request.idempotencyKey,
      now: deps.clock.now(),
    });
    return answerError(deps, call, await recordFailure(deps, call, error));
  }
}

async function checkAndRun(
  deps: ExecuteDeps,
  request: ToolRequest,
  call: Call,
): Promise<KeptAnswer> {
  const caller = await admit(deps, call, request, request.connection);
  const body = inputOf(await request.readBody(), request.surface);
  const tool = await findTool(deps.catalogue, caller, request.toolId);
  call.toolId = tool.id;
  call.known = { tool, input: body.input };
  checkScopes(tool, caller);
  const ctx = contextOf(deps, call, caller);
  const input = await checkedInput(ctx, caller, tool, { body, request });
  call.connectionId = connectionOfCall(tool, caller)?.id ?? null;
  checkConnection(tool, caller, request.surface);
  const now = deps.clock.now();
  checkConnectionFor(tool, caller, { input, now });
  const refusal = whyNotNow(tool, caller, now);
  if (refusal !== null && !(await isAnsweredByKey(ctx, request, call, input))) throw refusal;

  return runOrReplay(deps, request, call, { ctx, tool, input, caller, whyNotNew: refusal });
}

/**
 * A call already made under its key starts nothing again, so neither payments nor quota stop it. If
 * its key is released before it gets there, it is a new call after all, and is refused then.
 */
async function isAnsweredByKey(
  ctx: Context,
  { idempotencyKey: key }: ToolRequest,
  { toolId, connectionId }: Call,
  input: unknown,
): Promise<boolean> {
  return key !== undefined && isKnownCall(ctx, { key, toolId, connectionId, input });
}

interface Checked {
  ctx: Context;
  tool: Tool;
  input: unknown;
  caller: Caller;
  /** Why it must not start, if it may only be answered by its key. */
  whyNotNew: AppError | null;
}

async function runOrReplay(
  deps: ExecuteDeps,
  request: ToolRequest,
  call: Call,
  { ctx, tool, input, caller, whyNotNew }: Checked,
): Promise<KeptAnswer> {
  const operationRequestId = randomUUID();
  startRun(call, operationRequestId);
  const running = toolContext(deps, ctx, {
    tool,
    caller,
    call,
    surface: request.surface,
    idempotencyKey: request.idempotencyKey ?? null,
    whyNotNew,
    exports: lazyService(async () => {
      const { exportsFor } = await import("../later.ts");
      return exportsFor({ deps, ctx, caller, call });
    }),
  });
  const { idempotencyKey: key } = request;
  const isKept = key !== undefined && tool.idempotency === "stored";
  const work = async (): Promise<KeptAnswer> => {
    if (tool.effect === "destructive") await recordStart(deps, call);
    const lastOf = strictQuotaOf(tool, caller);
    if (call.connectionId !== null) {
      chargeFor(call, { periodo: periodoOf(deps.clock.now()), lastOf });
    }
    const data = await runTool(tool, running, { ...request, input });
    // A stored answer is returned again, so near the end of the quota it is counted before that.
    if (isKept && lastOf !== null) {
      tellOfKey(call, { idempotency: "stored", operationRequestId });
      await recordSuccess(deps, call);
    }
    return { data, operationRequestId };
  };
  // The tool's own ledger knows a key's outcome better than an answer stored here; and what is
  // answered anew is not stored.
  if (!isKept) return work();
  const startNew = async (): Promise<KeptAnswer> => {
    if (whyNotNew !== null) throw whyNotNew;
    return work();
  };
  const { connectionId } = call;
  const result = await runOnce(
    { ...ctx, vault: deps.vault },
    { key, toolId: tool.id, connectionId, input },
    startNew,
  );
  if (call.state.is !== "recorded") tellOfKey(call, result);
  return result;
}
