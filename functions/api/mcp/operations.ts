import * as z from "zod";
import { defineOperation } from "#lib/tools/documents/index.ts";
import { protectedResourcePath } from "#lib/tools/call/index.ts";

export const ProtectedResource = z.strictObject({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  resource_documentation: z.string(),
  bearer_methods_supported: z.array(z.literal("header")),
  scopes_supported: z.array(z.string()),
});
export type ProtectedResource = z.infer<typeof ProtectedResource>;

const example: ProtectedResource = {
  resource: "https://api.connect.example/mcp",
  resource_name: "Connect",
  authorization_servers: ["https://api.connect.example"],
  resource_documentation: "https://api.connect.example/docs",
  bearer_methods_supported: ["header"],
  scopes_supported: ["banco_a:read"],
};

const metadata = {
  method: "get",
  tag: "mcp",
  auth: "none",
  params: z.strictObject({}),
  query: z.object({}),
  success: {
    status: 200,
    description: "RFC 9728 metadata: which server authorizes, and for which scopes",
    content: { kind: "json", schema: ProtectedResource, example },
  },
  codes: [],
} as const;

export const protectedResource = defineOperation({
  ...metadata,
  id: "getProtectedResource",
  path: protectedResourcePath,
  summary: "What a client needs to know to authorize itself",
  description: "A 401 names this address in `WWW-Authenticate`.",
});

export const protectedMcp = defineOperation({
  ...metadata,
  id: "getProtectedMcp",
  path: `${protectedResourcePath}/mcp`,
  summary: "The same, where clients of /mcp look for it",
  description: "RFC 9728 puts the path of a resource behind the well-known one.",
});
