import * as z from "zod";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";

/** An endpoint that is not a tool, as data: its route and its documentation read the same row. */
export interface ControlOperation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  D extends AnswerSchema = AnswerSchema,
> {
  /** The operationId. Stable: clients are generated from it. */
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** As in OpenAPI: `/v1/tools/{id}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /**
   * `optional` says more to a caller with a credential; `bearer` needs a credential with these
   * scopes.
   */
  auth: "none" | "optional" | { bearer: readonly string[] };
  params: P;
  query: Q;
  body?: B;
  success: Success<D>;
  /** In addition to those that every control endpoint can return. */
  codes: readonly ErrorCode[];
}

/** What a handler returns: objects and lists, never a bare value. */
export type AnswerSchema = z.ZodType<object, object>;

export interface Success<D extends AnswerSchema = AnswerSchema> {
  status: 200 | 201 | 202;
  description: string;
  content: Content<D>;
}

export type Content<D extends AnswerSchema = AnswerSchema> =
  /** Wrapped as `{ data, meta }`. */
  | { kind: "envelope"; schema: D; example: z.input<D> }
  /**
   * `{ data, pagination, meta }`: the handler returns the first two, `whole` describes all three.
   */
  | { kind: "page"; schema: D; whole: z.ZodType; example: z.input<D> }
  /** The answer itself. */
  | { kind: "json"; schema: D; example?: z.input<D> }
  | { kind: "text"; mediaType: "text/html" | "text/plain" }
  /** A file, as bytes. */
  | {
      kind: "file";
      /** The usual one first. */
      mediaTypes: readonly [FileType, ...FileType[]];
      schema: D;
    };

type FileType = "application/pdf" | "application/gzip" | "application/x-ndjson" | "text/csv";

/** What a handler returns when the answer is a file. */
export const OfferedFile = z.strictObject({
  name: z.string().regex(/^[\w.-]+$/),
  bytes: z.instanceof(Uint8Array),
  /** If it is not the operation's usual one. */
  mediaType: z.string().optional(),
  /** Where a file in parts continues. */
  next: z.url().nullable().optional(),
});

/** An operation without a body has no body schema; one that returns text has no answer schema. */
export function defineOperation<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType = z.ZodUndefined,
  D extends AnswerSchema = z.ZodNever,
>(operation: ControlOperation<P, Q, B, D>): ControlOperation<P, Q, B, D> {
  return operation;
}

/** Every code that the endpoint can return, in the order of the checks. */
export function operationCodes(operation: ControlOperation): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...(operation.auth === "none" ? [] : (["unauthorized", "rate_limited"] as const)),
      ...(operation.body === undefined
        ? operation.method === "get"
          ? []
          : (["payload_too_large"] as const)
        : (["unsupported_media_type", "payload_too_large", "malformed_request"] as const)),
      ...(typeof operation.auth === "string" || operation.auth.bearer.length === 0
        ? []
        : (["scope_not_granted"] as const)),
      ...operation.codes,
      ...(operation.success.content.kind === "text" ? [] : (["output_contract_error"] as const)),
      "internal_error",
      // The credential could not be looked up, or the answer could not be recorded.
      ...(operation.auth === "none" ? [] : (["service_unavailable"] as const)),
    ]),
  ];
}
