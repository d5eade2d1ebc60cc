import { type Columns, untrustedPaths, type Surface } from "#lib/contract/index.ts";
import type { AppError, Issue } from "#lib/kernel/errors/index.ts";
import type { KeptAnswer } from "#lib/idempotency/index.ts";
import type { Rate } from "./authenticate.ts";
import { runOf, type Call } from "./call.ts";
import { challengeOf } from "./challenge.ts";
import type { RefusalEnvelope, ExecuteDeps, CallMeta, ToolAnswer } from "./request.ts";

export function answerSuccess(call: Call, answer: KeptAnswer): ToolAnswer {
  return {
    status: 200,
    headers: headersOf(call.requestId, call.rate),
    body: { data: answer.data, meta: metaOf(call, untrustedData(call, answer.data)) },
  };
}

export function answerError(deps: ExecuteDeps, call: Call, error: AppError): ToolAnswer {
  return {
    status: error.entry.status,
    headers: {
      ...headersOf(call.requestId, call.rate),
      ...(untilOpen(error, deps.clock.now()) ?? retryAfter(error)),
      ...challengeOf(deps, error, call),
    },
    body: errorEnvelope(error, metaOf(call, untrustedDetails(error)), call.surface),
  };
}

/** The one form of every refusal, for tools and control endpoints alike. */
export function errorEnvelope(
  error: AppError,
  meta: CallMeta,
  surface: Surface = "rest",
): RefusalEnvelope {
  const { fix, fixOverMcp = fix } = error.entry;
  return {
    error: {
      code: error.code,
      message: error.entry.message,
      suggested_fix: surface === "mcp" ? fixOverMcp : fix,
      request_id: meta.request_id,
      details: error.details,
    },
    meta,
  };
}

export function retryAfter(error: AppError): Record<string, string> {
  const seconds = error.details?.["retryAfterSeconds"];
  if (typeof seconds === "number") return { "retry-after": String(seconds) };
  return error.entry.retry ? { "retry-after": "5" } : {};
}

/** Null unless the details name the instant from which the call can succeed. */
function untilOpen({ details }: AppError, now: Date): Record<string, string> | null {
  const hasta = details?.["hasta"];
  if (typeof hasta !== "string") return null;
  const seconds = Math.ceil((Date.parse(hasta) - now.getTime()) / 1000);
  return { "retry-after": String(Math.max(1, seconds)) };
}

export function headersOf(requestId: string, rate: Rate | null): Record<string, string> {
  // Answers to a credential must not be cached on the way.
  const always = { "cache-control": "no-store", "x-request-id": requestId };
  if (rate === null) return always;
  return {
    ...always,
    "ratelimit-limit": String(rate.limit),
    "ratelimit-remaining": String(rate.remaining),
    "ratelimit-reset": String(rate.resetSeconds),
  };
}

function untrustedData({ known }: Call, data: unknown): readonly string[] {
  if (known === null) return [];
  const paths = untrustedPaths(known.tool.output);
  const shown = known.tool.page === null ? paths : paths.flatMap((path) => shownPath(path, data));
  return shown.map((path) => `data.${path}`);
}

/** Where a row's field is, once a page is shown as columns. */
function shownPath(path: string, data: unknown): string[] {
  const [, list = "", field = ""] = /^(\w+)\[\]\.(\w+)/.exec(path) ?? [];
  const columns = (data as Record<string, Partial<Columns> | undefined>)[list]?.columnas;
  if (columns === undefined) return [path];
  const place = columns.indexOf(field);
  return place === -1 ? [] : [`${list}.filas[][${place}]`];
}

/** The details of errors with others' words: names that people gave, and accounts as a portal names them. */
function untrustedDetails({ details }: AppError): readonly string[] {
  const issues = (details?.["issues"] ?? []) as readonly Issue[];
  return [
    ...(details?.["candidates"] === undefined ? [] : ["error.details.candidates[].nombre"]),
    ...(issues.some(({ code }) => code === "unknown_account")
      ? ["error.details.issues[].message"]
      : []),
  ];
}

/** `untrusted`: the fields of the answer that contain texts of third parties. */
export function metaOf(call: Call, untrusted: readonly string[]): CallMeta {
  const { operationRequestId, idempotency } = runOf(call);
  return {
    request_id: call.requestId,
    ...(operationRequestId !== null && { operation_request_id: operationRequestId }),
    ...(call.plane === "action" && { tool_id: call.toolId }),
    plane: call.plane,
    latency_ms: call.elapsedMs(),
    audit_status: call.state.is === "recorded" ? "recorded" : "not_recorded",
    ...(idempotency !== null && { idempotency }),
    ...(untrusted.length > 0 && { untrusted }),
  };
}
