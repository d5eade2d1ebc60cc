import * as z from "zod";
import { longestToken } from "#lib/exports/index.ts";
import { defineOperation, OfferedFile } from "#lib/tools/documents/index.ts";

export const getExport = defineOperation({
  id: "exports.get",
  method: "get",
  path: "/v1/exports/{token}",
  tag: "documents",
  summary: "A part of an export",
  description:
    'What `conexiones.exportacion.crear` answers as `url`: rows as NDJSON or CSV (`text/csv`), at most 4 MiB. The link is sealed and needs no other credential; it works for 15 minutes, while the credential that asked for it may still read those rows, and a part may be fetched again. `Link` with `rel="next"` leads to the next part; the parts one after another are the file. Each part holds the rows as they are stored when it is fetched, and no row comes twice.',
  auth: "none",
  params: z.object({
    token: z
      .string()
      .max(longestToken)
      .meta({
        description: "What the link ends with",
        examples: ["q2u7c1Jm0t8W5yZ4sQ9xv3bN6aL0dRkE2fGhTjKpYoU"],
      }),
  }),
  query: z.object({}),
  success: {
    status: 200,
    description: "The rows, to be saved",
    content: {
      kind: "file",
      mediaTypes: ["application/x-ndjson", "text/csv"],
      schema: OfferedFile,
    },
  },
  codes: [
    "validation_error",
    "unauthorized",
    "rate_limited",
    "tool_not_found",
    "scope_not_granted",
    "connection_disabled",
    "connection_scope_not_enabled",
    "alcance_not_enabled",
    "alcance_scheme_unsupported",
    "quota_exceeded",
    // The link to it is a credential.
    "service_unavailable",
  ],
});
