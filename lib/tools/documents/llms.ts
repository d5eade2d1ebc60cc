import { callAsCurl, guides } from "#lib/guides/index.ts";
import type { Tool } from "#lib/contract/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { exampleCall } from "./example-call.ts";

/** The catalogue as one page of text, for a model to read. */
export function llmsText(catalogue: Catalogue, baseUrl: string): string {
  const [first] = catalogue.tools;
  return `# Connect

> Chilean systems as tools that software agents call, all in the same way.

## How to call

POST ${baseUrl}/v1/tools/{tool_id}/execute with \`Authorization: Bearer <API key>\`, \`Content-Type: application/json\` and the body \`{"input": {...}}\`. The wrapper is needed even when the input is empty.

${first === undefined ? "" : `\`\`\`sh\nexport CONNECT_URL=${baseUrl}\n${callAsCurl(exampleCall(first))}\n\`\`\`\n`}
- Success is \`{ "data", "meta" }\`. Quote \`meta.request_id\` when reporting a problem.
- Tools marked "connection" need the header \`X-Connect-Connection\`; take the id from \`conexiones.estado.consultar\`. No connection is ever chosen for you.
- Tools marked "idempotency key" cannot be undone: send \`Idempotency-Key\`, a lowercase UUID v4 of your own, and the same one when repeating the call.
- Reading takes two steps: \`<system>.conexion.sincronizar\` fetches and stores a period, then the \`consultar\` tools read the stored rows. An empty list may mean the period was never synced.
- When an output has a \`cursor\` that is not null there are more rows: call again with that exact value.

## When a call is refused

The answer is \`{ "error": { "code", "message", "suggested_fix", "request_id", "details" }, "meta" }\`. Decide by \`code\` and carry out \`suggested_fix\`. Repeat by yourself only what is listed as retryable, after the seconds in \`Retry-After\`; any other call fails again until something changes.

## Documents

- [OpenAPI 3.1](${baseUrl}/openapi.json): every path, schema, example and error code
- MCP at \`${baseUrl}/mcp\`: the same catalogue for MCP clients, with \`search_docs\` and \`execute\`; the same bearer
- [Documentation](${baseUrl}/docs): the same for people, in Spanish, and [in English](${baseUrl}/docs/en); [all error codes](${baseUrl}/docs/guides/errors.md)
- [Tools as JSON](${baseUrl}/v1/tools): the list; add \`/{id}\` for the schemas, an example and the codes of one

## Guides

${guides.map(({ id, title, summary }) => `- [${title}](${baseUrl}/docs/guides/${id}.md): ${summary}`).join("\n")}

## Tools

${catalogue.tools.map((tool) => toolLine(tool, baseUrl)).join("\n")}
`;
}

function toolLine(tool: Tool, baseUrl: string): string {
  const needs = [
    ...(tool.needsConnection ? ["connection"] : []),
    ...(tool.effect === "destructive" ? ["idempotency key"] : []),
  ];
  const marks = needs.length === 0 ? "" : ` (${needs.join(", ")})`;
  return `- [${tool.id}](${baseUrl}/v1/tools/${tool.id}): ${tool.title}${marks}`;
}
