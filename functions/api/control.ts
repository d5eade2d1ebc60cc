import type { Hono } from "hono";
import type { z } from "zod";
import { asAppError, validationError } from "#lib/kernel/errors/index.ts";
import type { Clock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { withRequestId, type Log } from "#lib/kernel/log.ts";
import { startTimer } from "#lib/kernel/timer.ts";
import type { ControlOperation } from "#lib/tools/documents/index.ts";
import { issuesOf, type Meta } from "#lib/tools/execute/index.ts";
import { refusal } from "./refusal.ts";

export interface ControlCall<P extends z.ZodObject, Q extends z.ZodObject> {
  params: z.output<P>;
  query: z.output<Q>;
  requestId: string;
  elapsedMs: () => number;
}

/** Serves an operation at the path and with the parameters that its description states. */
export function controlRoute<P extends z.ZodObject, Q extends z.ZodObject>(
  app: Hono,
  { clock, log }: { clock: Clock; log: Log },
  operation: ControlOperation<P, Q>,
  handle: (call: ControlCall<P, Q>) => Response | Promise<Response>,
): void {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
  app.on(operation.method.toUpperCase(), path, async (c) => {
    const call = { requestId: newId("req", clock.now()), elapsedMs: startTimer() };
    return withRequestId(call.requestId, async () => {
      try {
        const params = parsed(operation.params, c.req.param());
        const query = parsed(operation.query, c.req.query());
        const response = await handle({ ...call, params, query });
        response.headers.set("x-request-id", call.requestId);
        return response;
      } catch (thrown) {
        return refusal(log, call, asAppError(thrown));
      }
    });
  });
}

/** `{ data, meta }`. For what anybody may read: no credential, so no audit record. */
export function publicAnswer(
  call: { requestId: string; elapsedMs: () => number },
  data: unknown,
): Response {
  const meta: Meta = {
    request_id: call.requestId,
    plane: "control",
    latency_ms: call.elapsedMs(),
    audit_status: "not_recorded",
  };
  return Response.json({ data, meta }, { headers: { "cache-control": "no-store" } });
}

export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationError(issuesOf(result.error));
}
