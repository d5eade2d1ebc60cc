import { errorCodes, errorEntry, type ErrorCode } from "#lib/kernel/errors/index.ts";
import { canonicalUuidV4 } from "#lib/kernel/ids.ts";
import { ErrorBody, ErrorCodeName, exampleRequestId, Meta } from "../envelopes.ts";
import { jsonSchemaOf, type JsonSchema } from "../json-schema.ts";
import { shownShapes } from "./shown-page.ts";

export const ref = (kind: string, name: string): { $ref: string } => ({
  $ref: `#/components/${kind}/${name}`,
});

export const parameters = {
  Connection: {
    name: "X-Connect-Connection",
    in: "header",
    required: true,
    description:
      "The company that the call is for. It is never chosen for you, even if there is only one; `conexiones.estado.consultar` lists the ids.",
    schema: { type: "string", pattern: "^conn_" },
    example: "conn_01k2ap4m7c5xj0h8rztwq6e9vd",
  },
  IdempotencyKeyRequired: idempotencyKey(
    true,
    "Your UUID v4 for this operation, in lower case. It cannot be undone, so a repeated call must carry the same key: it is answered from the first one.",
  ),
  IdempotencyKeyOptional: idempotencyKey(
    false,
    "Your UUID v4, in lower case. A repeated call with the same key gets the first answer again.",
  ),
  IdempotencyKeyUnused: idempotencyKey(
    false,
    "Your UUID v4, in lower case. This tool keeps no answer under it: a repeated call is answered anew.",
  ),
  TraceLabel: {
    name: "x-client-trace-id",
    in: "header",
    required: false,
    description:
      "A label of yours, kept with the audit record. Control characters are dropped and the rest is cut at 200.",
    schema: { type: "string" },
  },
  ClientLabel: {
    name: "x-connect-client",
    in: "header",
    required: false,
    description: "Which client library and version calls. Changes nothing in the answer.",
    schema: { type: "string" },
    example: "connect-client/0.2.0",
  },
};

function idempotencyKey(required: boolean, description: string): JsonSchema {
  return {
    name: "Idempotency-Key",
    in: "header",
    required,
    description,
    schema: {
      type: "string",
      pattern: canonicalUuidV4.source,
    },
    example: "7f0c1f0a-4b9e-4d3c-9a51-0e6f2d8c7b13",
  };
}

export const headers = {
  RequestId: {
    description: "The same id as `meta.request_id`",
    required: true,
    schema: { type: "string" },
    example: exampleRequestId(),
  },
  RateLimitLimit: whole("Calls a minute that the credential may make"),
  RateLimitRemaining: whole("Calls left in the current minute"),
  RateLimitReset: whole("Seconds until the minute is over"),
  RetryAfter: whole("Seconds to wait before the same call is worth repeating"),
};

function whole(description: string): JsonSchema {
  return { description, schema: { type: "integer", minimum: 0 } };
}

export const rateHeaders = {
  "RateLimit-Limit": ref("headers", "RateLimitLimit"),
  "RateLimit-Remaining": ref("headers", "RateLimitRemaining"),
  "RateLimit-Reset": ref("headers", "RateLimitReset"),
};

interface Authorization {
  baseUrl: string;
  scopes: readonly string[];
}

/**
 * Either of these works everywhere: an operation's `security` names the scopes it needs with each.
 */
export const securitySchemes = ({ baseUrl, scopes }: Authorization) => ({
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "connect_sk_…",
    description:
      "An API key of the organization. It acts as an agent with the scopes it was given; a key without scopes may do nothing.",
  },
  oauth: {
    type: "oauth2",
    description:
      "An access token that a person granted to an application: with the scopes and connections that they chose, and no more than their own role allows.",
    flows: {
      authorizationCode: {
        authorizationUrl: new URL("/auth/oauth2/authorize", baseUrl).href,
        tokenUrl: new URL("/auth/oauth2/token", baseUrl).href,
        scopes: Object.fromEntries(scopes.map((scope) => [scope, meaningOf(scope)])),
      },
    },
  },
});

function meaningOf(scope: string): string {
  const [system = "", right] = scope.split(":");
  if (system === "webhooks") return right === "read" ? "See webhooks" : "Configure webhooks";
  return right === "read" ? `Read by ${system}` : `Do by ${system} what cannot be undone`;
}

/** Either credential, with these scopes. */
export function eitherCredential(scopes: readonly string[]): Record<string, string[]>[] {
  return [{ apiKey: [...scopes] }, { oauth: [...scopes] }];
}

export function schemas(): Record<string, JsonSchema> {
  const body = jsonSchemaOf(ErrorBody, "output");
  const fields = { ...(body["properties"] as JsonSchema), code: ref("schemas", "ErrorCode") };
  return {
    Meta: jsonSchemaOf(Meta, "output"),
    ErrorCode: {
      ...jsonSchemaOf(ErrorCodeName, "output"),
      "x-enumDescriptions": Object.fromEntries(
        errorCodes.map((code) => [code, errorEntry(code).message]),
      ),
    },
    ErrorEnvelope: {
      type: "object",
      required: ["error", "meta"],
      properties: { error: { ...body, properties: fields }, meta: ref("schemas", "Meta") },
      additionalProperties: false,
    },
    SuccessEnvelope: {
      type: "object",
      required: ["data"],
      properties: {
        data: { type: ["object", "array"], items: { type: "object" } },
        meta: ref("schemas", "Meta"),
      },
    },
    ...shownShapes,
  };
}

/** One example per code, shared by all answers that may contain it. */
export function errorExamples(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
  return Object.fromEntries(codes.map((code) => [code, errorExample(code)]));
}

function errorExample(code: ErrorCode): JsonSchema {
  const { message, fix, retry, details } = errorEntry(code);
  const again = retry ? "The same call can succeed later." : "The same call will fail again.";
  return {
    summary: message,
    description: details === undefined ? again : `${again} Details: ${details}.`,
    value: {
      error: {
        code,
        message,
        suggested_fix: fix,
        request_id: exampleRequestId(),
        details: null,
      },
      meta: {
        request_id: exampleRequestId(),
        plane: "action",
        latency_ms: 3,
        audit_status: "recorded",
      },
    },
  };
}
