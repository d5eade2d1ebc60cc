import type { Call } from "./block.ts";

/** The call as a command for a shell in which the quickstart's variables are set. */
export function callAsCurl({ toolId, input, connection, key }: Call): string {
  return [
    `curl -sS "$CONNECT_URL/v1/tools/${toolId}/execute"`,
    '-H "Authorization: Bearer $CONNECT_API_KEY"',
    '-H "Content-Type: application/json"',
    ...(connection ? ['-H "X-Connect-Connection: $CONNECTION"'] : []),
    ...(key ? ['-H "Idempotency-Key: $KEY"'] : []),
    `-d '${laidOut({ input }, 60).replaceAll("'", `'\\''`)}'`,
  ].join(" \\\n  ");
}

/** The same call with the client library. */
export function callAsTypeScript({ toolId, input, connection, key }: Call): string {
  const options = [
    ...(connection ? ["connection"] : []),
    ...(key ? ["idempotencyKey: key"] : []),
  ].join(", ");
  const rest = options === "" ? "" : `, { ${options} }`;
  const literal = laidOut(input, 48).replaceAll(/"([A-Za-z_]\w*)":/g, "$1:");
  return `const answer = await connect.tools.${toolId}(${literal}${rest});`;
}

/** On one line with room to breathe where it fits, else indented. */
function laidOut(value: unknown, width: number): string {
  const indented = JSON.stringify(value, null, 2);
  const flat = indented.replaceAll(/\n\s*/g, " ");
  return flat.length <= width ? flat : indented;
}
