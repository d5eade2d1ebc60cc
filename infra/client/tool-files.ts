import { shownAs, type Connector, type Tool } from "#lib/contract/index.ts";
import { jsonSchemaOf, type JsonSchema } from "#lib/tools/documents/index.ts";
import { comment, typeText } from "./schema-text.ts";

/** The tools of one connector: what each takes, answers and needs. */
export function connectorFile({ manifest, tools }: Connector): string {
  const text = tools.map(toolText).join("\n");
  const imports = text.includes("ErrorCode") ? 'import type { ErrorCode } from "./codes.ts";' : "";
  return `${imports}

${comment(`The tools of ${manifest.id}.`)}export interface ${nameOf(manifest.id)} {
${text}
}
`;
}

/** All tools by id, and the lists that are read page by page. */
export function toolsFile(connectors: readonly Connector[]): string {
  const ids = connectors.map(({ manifest }) => manifest.id);
  const paged = connectors.flatMap(({ tools }) => tools.filter((tool) => listOf(tool) !== null));
  return `
${ids.map((id) => `import type { ${nameOf(id)} } from "./${id}.ts";`).join("\n")}

/** Every tool by its id. */
export interface Tools extends ${ids.map(nameOf).join(", ")} {}

/** The list in the output of a tool that answers page by page. */
export const pagedLists: Readonly<Record<string, string>> = {
${paged.map((tool) => `${JSON.stringify(tool.id)}: ${JSON.stringify(listOf(tool))},`).join("\n")}
};
`;
}

/** The tree that callers walk. */
export function treeFile(connectors: readonly Connector[]): string {
  return `
import type { PagedToolCall, ToolCall } from "../tool-call.ts";

/** Every tool, to be walked: \`connect.tools.core.timestamp.now\`. */
export interface ToolTree {
${connectors.map(branchText).join("\n")}
}
`;
}

function toolText(tool: Tool): string {
  const list = listOf(tool);
  return `${JSON.stringify(tool.id)}: {
input: ${typeText(inputOf(tool), "input")};
output: ${typeText(jsonSchemaOf(tool.output, "output"), "output")};
connection: ${tool.needsConnection};
destructive: ${tool.effect === "destructive"};
list: ${list === null ? "never" : JSON.stringify(list)};
};`;
}

/** Leaves out parameters that change the rows' shape: a program can take whole rows, whose type is known. */
function inputOf(tool: Tool): JsonSchema {
  const schema = jsonSchemaOf(tool.input, "input");
  if (tool.page === null) return schema;
  const properties = Object.entries(schema["properties"] ?? {}).filter(
    ([name]) => !(name in shownAs),
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

function branchText({ manifest, tools }: Connector): string {
  const resources = Map.groupBy(tools, (tool) => partsOf(tool.id)[1]);
  const branches = [...resources].map(([resource, own]) => {
    const leaves = own.map((tool) => {
      const call = listOf(tool) === null ? "ToolCall" : "PagedToolCall";
      const [, , action] = partsOf(tool.id);
      return `${comment(`${tool.title}. ${tool.description}`)}${action}: ${call}<${JSON.stringify(tool.id)}>;`;
    });
    return `${resource}: {\n${leaves.join("\n")}\n};`;
  });
  return `${comment(manifest.name)}${manifest.id}: {\n${branches.join("\n")}\n};`;
}

/** Null for a tool without pages. A tool with a cursor has one list next to it. */
function listOf(tool: Tool): string | null {
  if (tool.page !== null) return tool.page.list;
  const properties = jsonSchemaOf(tool.output, "output")["properties"] as
    | Record<string, JsonSchema>
    | undefined;
  if (properties?.["cursor"] === undefined) return null;
  const lists = Object.entries(properties).filter(([, property]) => property["type"] === "array");
  const [list, ...others] = lists;
  if (list === undefined || others.length > 0) throw new TypeError(`which list has ${tool.id}?`);
  return list[0];
}

function partsOf(id: string): [connector: string, resource: string, action: string] {
  const [connector, resource, action, ...more] = id.split(".");
  if (
    connector === undefined ||
    resource === undefined ||
    action === undefined ||
    more.length > 0
  ) {
    throw new TypeError(`${id} is not connector.resource.action`);
  }
  return [connector, resource, action];
}

/** `banco_a` → `BancoATools`. */
function nameOf(connector: string): string {
  const words = connector.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("")}Tools`;
}
