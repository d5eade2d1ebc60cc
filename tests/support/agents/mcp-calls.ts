import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Answered } from "../scenes/api.ts";

export const revisions = { current: "2026-07-28", earlier: "2025-11-25" } as const;
export type Revision = keyof typeof revisions;
export const everyRevision = Object.keys(revisions) as Revision[];

/** A target for messages: the service in this process, or one that listens. */
export type Send = (request: Request) => Response | Promise<Response>;

/** A client of the official SDK, connected. */
export async function mcpClient(
  { send, url }: { send: Send; url: string },
  key: string,
  revision: Revision,
): Promise<Client> {
  const client = new Client(
    { name: "connect-tests", version: "1.0.0" },
    {
      versionNegotiation: { mode: revision === "current" ? { pin: revisions.current } : "legacy" },
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (input, init) => send(new Request(input, init)),
  });
  await client.connect(transport);
  return client;
}

export interface RpcAnswer {
  status: number;
  headers: Headers;
  id: unknown;
  result: ToolResult | undefined;
  error: { code: number; message: string; data?: unknown } | undefined;
}

export interface ToolResult extends Record<string, unknown> {
  content: { type: string; text: string }[];
  structuredContent: Answered["body"];
  isError?: boolean;
}

export interface RawOptions {
  key?: string | undefined;
  headers?: Record<string, string>;
  /** Sent instead of the message's text. */
  write?: (body: string) => string;
}

/** One message of the current revision as sent over the wire, unchecked on this side. */
export async function sendMessage(
  send: Send,
  method: string,
  params: Record<string, unknown>,
  options: RawOptions = {},
): Promise<RpcAnswer> {
  const args = params["arguments"] as Record<string, unknown> | undefined;
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revisions.current,
    "mcp-method": method,
    ...(typeof params["name"] === "string" && { "mcp-name": params["name"] }),
    ...(typeof args?.["toolId"] === "string" && { "mcp-param-toolid": args["toolId"] }),
    ...(typeof args?.["connectionId"] === "string" && {
      "mcp-param-connectionid": args["connectionId"],
    }),
    ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
    ...options.headers,
  });
  const meta = {
    "io.modelcontextprotocol/protocolVersion": revisions.current,
    "io.modelcontextprotocol/clientInfo": { name: "connect-tests", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const message = { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: meta } };
  const text = JSON.stringify(message);
  const body = options.write?.(text) ?? text;
  const response = await send(
    new Request("http://connect.test/mcp", { method: "POST", headers, body }),
  );
  const answered = await response.text();
  const parsed = (answered === "" ? {} : JSON.parse(answered)) as Pick<
    RpcAnswer,
    "id" | "result" | "error"
  >;
  const { id, result, error } = parsed;
  return { status: response.status, headers: response.headers, id, result, error };
}

/** `execute` over MCP, with the parameters of a REST call. */
export function executeOverMcp(
  send: Send,
  toolId: string,
  input: unknown,
  options: RawOptions & { connection?: string; idempotencyKey?: string } = {},
): Promise<RpcAnswer> {
  const { connection, idempotencyKey, ...rest } = options;
  const args = {
    toolId,
    input,
    ...(connection !== undefined && { connectionId: connection }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  return sendMessage(send, "tools/call", { name: "execute", arguments: args }, rest);
}
