import { jsonSchemaOf, type ControlOperation } from "#lib/tools/documents/index.ts";
import { comment, typeText } from "./schema-text.ts";

/** The control endpoints for programs; pages, documents and probes are left out. */
function isForPrograms({ id, path }: ControlOperation): boolean {
  return path.startsWith("/v1/") || id === "receipts.keys";
}

export function operationsFile(operations: readonly ControlOperation[]): string {
  const wanted = operations.filter(isForPrograms);
  return `
import type { ErrorCode, Meta } from "./codes.ts";

/** The input and output of each control endpoint. */
export interface Operations {
${wanted.map(operationText).join("\n")}
}

/** The path of each. */
export const routes: { readonly [K in keyof Operations]: readonly [method: string, path: string] } = {
${wanted
  .map(({ id, method, path }) =>
    [JSON.stringify(id), JSON.stringify([method.toUpperCase(), path])].join(": "),
  )
  .join(",\n")}
};
`;
}

function operationText(operation: ControlOperation): string {
  const { id, summary, params, query, body } = operation;
  return `${comment(summary)}${JSON.stringify(id)}: {
params: ${typeText(jsonSchemaOf(params, "input"), "input")};
query: ${typeText(jsonSchemaOf(query, "input"), "input")};
body: ${body === undefined ? "undefined" : typeText(jsonSchemaOf(body, "input"), "input")};
answer: ${answerText(operation)};
};`;
}

function answerText({ id, success: { content } }: ControlOperation): string {
  switch (content.kind) {
    case "text":
      throw new TypeError(`${id} answers no JSON`);
    case "file":
      return "Uint8Array<ArrayBuffer>";
    case "json":
      return typeText(jsonSchemaOf(content.schema, "output"), "output");
    case "page":
      return typeText(jsonSchemaOf(content.whole, "output"), "output");
    case "envelope":
      return `{ data: ${typeText(jsonSchemaOf(content.schema, "output"), "output")}; meta: Meta }`;
  }
}
