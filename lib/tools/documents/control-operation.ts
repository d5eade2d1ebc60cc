import type { z } from "zod";
import type { ErrorCode } from "../../kernel/errors/index.ts";

/** An endpoint that is not a tool, as data: its route and its documentation read the same row. */
export interface ControlOperation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
> {
  /** The operationId. Stable: clients are generated from it. */
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** As OpenAPI writes it: `/v1/tools/{id}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** `optional` says more to a credential; `bearer` needs a credential with these scopes. */
  auth: "none" | "optional" | { bearer: readonly string[] };
  params: P;
  query: Q;
  body?: z.ZodType;
  success: Success;
  /** Beside those that every control endpoint can answer. */
  codes: readonly ErrorCode[];
}

export interface Success {
  status: 200 | 201 | 202 | 204;
  description: string;
  content: Content | null;
}

export type Content =
  /** Wrapped as `{ data, meta }`. */
  | { kind: "envelope"; data: z.ZodType; example: unknown }
  | { kind: "json"; schema: z.ZodType; example?: unknown }
  | { kind: "text"; mediaType: "text/html" | "text/plain" };

export function defineOperation<P extends z.ZodObject, Q extends z.ZodObject>(
  operation: ControlOperation<P, Q>,
): ControlOperation<P, Q> {
  return operation;
}

/** Every code the endpoint can answer, in the order of the checks. */
export function operationCodes(operation: ControlOperation): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...(operation.auth === "none" ? [] : (["unauthorized", "rate_limited"] as const)),
      ...(operation.body === undefined
        ? []
        : (["unsupported_media_type", "payload_too_large", "malformed_request"] as const)),
      ...(typeof operation.auth === "string" || operation.auth.bearer.length === 0
        ? []
        : (["scope_not_granted"] as const)),
      ...operation.codes,
      "internal_error",
    ]),
  ];
}
