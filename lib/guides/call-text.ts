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

/** JSON in which whatever fits on a line stays on one. */
function laidOut(value: unknown, width: number, indent = ""): string {
  const flat = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ");
  if (typeof value !== "object" || value === null || flat.length <= width) return flat;
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => laidOut(item, width - 2, deeper))
    : Object.entries(value).map(([name, item]) => {
        const before = `${JSON.stringify(name)}: `;
        return before + laidOut(item, width - 2 - before.length, deeper);
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${deeper}${entries.join(`,\n${deeper}`)}\n${indent}${close}`;
}
