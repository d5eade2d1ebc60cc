import * as z from "zod";
import { defineOperation } from "#lib/tools/documents/index.ts";

const probe = {
  method: "get",
  tag: "health",
  auth: "none",
  params: z.strictObject({}),
  query: z.object({}),
} as const;

export const health = defineOperation({
  ...probe,
  id: "getHealth",
  path: "/health",
  summary: "Whether the process answers",
  description:
    "Asks nothing of what the service depends on, so it stays ok while the database is unreachable.",
  success: {
    status: 200,
    description: "It does",
    content: {
      kind: "json",
      schema: z.strictObject({ status: z.literal("ok") }),
      example: { status: "ok" },
    },
  },
  codes: [],
});

export const ready = defineOperation({
  ...probe,
  id: "getReadiness",
  path: "/health/ready",
  summary: "Whether what the service depends on answers",
  description:
    "Each is asked once a second at most. One that does not answer makes it a 503 with its name.",
  success: {
    status: 200,
    description: "Every check passed",
    content: {
      kind: "json",
      schema: z.strictObject({
        status: z.literal("ok"),
        checks: z.record(z.string(), z.literal("ok")).describe("By name"),
      }),
      example: { status: "ok", checks: { database: "ok", queue: "ok", emission_queue: "ok" } },
    },
  },
  codes: ["service_unavailable"],
});
