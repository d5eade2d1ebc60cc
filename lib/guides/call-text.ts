import type { ShownCall } from "./block.ts";

/*
 * One call in three languages. Each reads the same environment variables, which the quickstart
 * sets: CONNECT_URL, CONNECT_API_KEY, CONNECTION, IDEMPOTENCY_KEY.
 */

const pathOf = (toolId: string): string => `/v1/tools/${toolId}/execute`;

/** As a shell command. */
export function callAsCurl({ toolId, input, connection, key }: ShownCall): string {
  return [
    "curl -sS",
    `"$CONNECT_URL${pathOf(toolId)}"`,
    '-H "Authorization: Bearer $CONNECT_API_KEY"',
    '-H "Content-Type: application/json"',
    ...(connection ? ['-H "X-Connect-Connection: $CONNECTION"'] : []),
    ...(key ? ['-H "Idempotency-Key: $IDEMPOTENCY_KEY"'] : []),
    `-d '${laidOut({ input }, 60).replaceAll("'", `'\\''`)}'`,
  ].join(" \\\n  ");
}

/** With the client library. Its types only know whole rows: any other form is called by id. */
export function callAsTypeScript({ toolId, input, connection, key }: ShownCall): string {
  const options = [...(connection ? ["connection"] : []), ...(key ? ["idempotencyKey"] : [])].join(
    ", ",
  );
  const rest = options === "" ? "" : `, { ${options} }`;
  const literal = laidOut(input, 48).replaceAll(/"([A-Za-z_]\w*)":/g, "$1:");
  if ("campos" in input || "formato" in input) {
    return `const { data: answer } = await connect.call("${toolId}", ${literal}${rest});`;
  }
  return `const answer = await connect.tools.${toolId}(${literal}${rest});`;
}

/** With Python's standard library. */
export function callAsPython({ toolId, input, connection, key }: ShownCall): string {
  const header = (name: string, variable: string): string =>
    `        "${name}": os.environ["${variable}"],`;
  return [
    "import json, os, urllib.request",
    "",
    "request = urllib.request.Request(",
    `    os.environ["CONNECT_URL"] + "${pathOf(toolId)}",`,
    `    data=json.dumps(${laidOut({ input }, 48, "    ", pythonScalar)}).encode(),`,
    "    headers={",
    '        "Authorization": "Bearer " + os.environ["CONNECT_API_KEY"],',
    '        "Content-Type": "application/json",',
    ...(connection ? [header("X-Connect-Connection", "CONNECTION")] : []),
    ...(key ? [header("Idempotency-Key", "IDEMPOTENCY_KEY")] : []),
    "    },",
    ")",
    "with urllib.request.urlopen(request) as response:",
    '    answer = json.load(response)["data"]',
  ].join("\n");
}

const pythonWords = new Map<unknown, string>([
  [true, "True"],
  [false, "False"],
  [null, "None"],
]);

/** Strings and numbers are written as in JSON. */
function pythonScalar(value: unknown): string {
  return pythonWords.get(value) ?? JSON.stringify(value);
}

/**
 * JSON in which everything that fits on a line stays on one, with scalars as the language writes
 * them.
 */
function laidOut(
  value: unknown,
  width: number,
  indent = "",
  scalar: (value: unknown) => string = JSON.stringify,
): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  const flat = onOneLine(value, scalar);
  if (flat.length <= width) return flat;
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((item: unknown) => laidOut(item, width - 2, deeper, scalar))
    : Object.entries(value).map(([name, item]) => {
        const before = `${JSON.stringify(name)}: `;
        return before + laidOut(item, width - 2 - before.length, deeper, scalar);
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${deeper}${entries.join(`,\n${deeper}`)}\n${indent}${close}`;
}

function onOneLine(value: unknown, scalar: (value: unknown) => string): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  if (Array.isArray(value)) {
    return value.length === 0
      ? "[]"
      : `[ ${value.map((item) => onOneLine(item, scalar)).join(", ")} ]`;
  }
  const entries = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item, scalar)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
