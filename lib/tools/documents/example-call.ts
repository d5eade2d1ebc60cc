import type { Tool } from "#lib/contract/index.ts";
import { executePath } from "./openapi/tool-path.ts";

/** The tool's example as a command to paste, with the headers that this tool needs. */
export function exampleCall(tool: Tool, baseUrl: string): string {
  const headers = [
    '-H "Authorization: Bearer $CONNECT_API_KEY"',
    '-H "Content-Type: application/json"',
    ...(tool.needsConnection ? ['-H "X-Connect-Connection: $CONNECT_CONNECTION"'] : []),
    ...(tool.effect === "destructive" ? ['-H "Idempotency-Key: $IDEMPOTENCY_KEY"'] : []),
  ];
  const short = JSON.stringify({ input: tool.example.input });
  const body = short.length <= 48 ? short : JSON.stringify({ input: tool.example.input }, null, 2);
  return [`curl -sS ${baseUrl}${executePath(tool.id)}`, ...headers, `-d ${quote(body)}`].join(
    " \\\n  ",
  );
}

/** One word for a POSIX shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
