import * as z from "zod";
import { packageFile } from "#lib/client/package.ts";
import { defineOperation, OfferedFile } from "#lib/tools/documents/index.ts";

export const getClientPackage = defineOperation({
  id: "getClientPackage",
  method: "get",
  path: "/client/{file}",
  tag: "documents",
  summary: "The client library of this service, as npm installs it",
  description: `\`${packageFile}\`, or its SHA-512 with \`.sha512\` behind the name. The package is in no registry.`,
  auth: "none",
  params: z.strictObject({
    file: z.string().meta({ description: "The package's file", examples: [packageFile] }),
  }),
  query: z.object({}),
  success: {
    status: 200,
    description: "The package, or the line that it is checked with",
    content: { kind: "file", mediaTypes: ["application/gzip"], schema: OfferedFile },
  },
  codes: ["tool_not_found", "service_unavailable"],
});
