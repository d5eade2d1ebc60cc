import { errorEntry, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { groupByStatus } from "../../answerable-codes.ts";
import type { JsonSchema } from "../json-schema.ts";
import { rateHeaders, ref } from "./components.ts";

/**
 * The refusals in a document, each distinct one stored once as a component. Its name lists its
 * codes (`409.idempotency_conflict.idempotency_in_progress`), so it stays the same as the catalogue
 * grows.
 */
export class ErrorResponses {
  readonly components: Record<string, JsonSchema> = {};
  readonly codes = new Set<ErrorCode>();

  /** The `responses` entries of an operation that can return these codes. */
  entries(codes: readonly ErrorCode[], limited: boolean): Record<string, { $ref: string }> {
    const byStatus = [...groupByStatus(codes)];
    return Object.fromEntries(
      byStatus.map(([status, group]) => [status, this.#keep(status, group, limited)]),
    );
  }

  #keep(status: number, codes: readonly ErrorCode[], limited: boolean): { $ref: string } {
    // Before the credential is known there is no rate to report.
    const counted = limited && status !== 401;
    const name = [status, ...codes].join(".") + (limited ? "" : "-unlimited");
    this.components[name] ??= errorResponse(codes, counted);
    for (const code of codes) this.codes.add(code);
    return ref("responses", name);
  }
}

function errorResponse(codes: readonly ErrorCode[], counted: boolean): JsonSchema {
  const retryable = codes.some((code) => errorEntry(code).retry);
  return {
    description: codes.map((code) => `\`${code}\`: ${errorEntry(code).message}`).join("\n\n"),
    headers: {
      "x-request-id": ref("headers", "RequestId"),
      ...(counted && rateHeaders),
      ...(retryable && { "Retry-After": ref("headers", "RetryAfter") }),
    },
    content: {
      "application/json": {
        schema: {
          allOf: [
            ref("schemas", "ErrorEnvelope"),
            {
              type: "object",
              properties: { error: narrowedTo(codes) },
            },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, ref("examples", code)])),
      },
    },
  };
}

/** Combined with the envelope, which defines the other fields. */
function narrowedTo(codes: readonly ErrorCode[]): JsonSchema {
  return {
    type: "object",
    properties: { code: { enum: [...codes] } },
    additionalProperties: true,
  };
}
