import { jsonSchemaOf } from "#lib/tools/documents/index.ts";
import { maxPageSize, showPage, usualPageSize, type Tool } from "#lib/contract/index.ts";

/** A common client refuses results over 25,000 tokens; rows are digits and ids, about 2 characters per token. */
export const maxResultChars = 50_000;
/** Full rows repeat their field names, and are meant for inspecting a few. */
const pageOfRows = { chars: 25_000, leastRowChars: 200, margin: 1.5, most: 100 } as const;
/** Callers who name fields want many rows, and such rows are short. */
const pageOfParts = { chars: 40_000, leastRowChars: 20, margin: 1.1, most: maxPageSize } as const;
const smallestPage = 10;

const paged = new WeakMap<Tool, boolean>();

/** How many rows a page of this call may have over MCP; null for tools without pages. */
export function agentPageSize(tool: Tool, input: unknown): number | null {
  const known = paged.get(tool) ?? hasPages(tool);
  paged.set(tool, known);
  return known ? pageSizeOf(tool, input) : null;
}

/** The input with a page of at most `size`. Anything that is not a limit is left to the tool's schema. */
export function withPage(input: unknown, size: number): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { limit = maxPageSize } = input as { limit?: unknown };
  const within = Number.isInteger(limit) && Number(limit) > size && Number(limit) <= maxPageSize;
  return within ? { ...input, limit: size } : input;
}

/** How many rows were requested, before we shorten the page. */
export function askedRows(tool: Tool, input: unknown): number {
  const { default: usual = usualPageSize } = limitOf(tool);
  return limitIn(input) ?? usual;
}

export function limitIn(input: unknown): number | null {
  const isNamed = typeof input === "object" && input !== null && "limit" in input;
  return isNamed && typeof input.limit === "number" ? input.limit : null;
}

function hasPages(tool: Tool): boolean {
  const properties = propertiesOf(tool);
  return properties["limit"] !== undefined && properties["cursor"] !== undefined;
}

interface Field {
  maximum?: number;
  default?: number;
}

function limitOf(tool: Tool): Field {
  return propertiesOf(tool)["limit"] ?? {};
}

function propertiesOf(tool: Tool): Readonly<Record<string, Field | undefined>> {
  const { properties = {} } = jsonSchemaOf(tool.input, "input");
  return properties as ReturnType<typeof propertiesOf>;
}

function pageSizeOf(tool: Tool, input: unknown): number {
  const { rows, isPart } = exampleRows(tool, input);
  const { chars, leastRowChars, margin, most } = isPart ? pageOfParts : pageOfRows;
  const rowChars = Math.max(leastRowChars, ...rows.map((row) => JSON.stringify(row).length));
  const size = Math.floor(chars / (margin * rowChars));
  const { maximum = most, default: usual = most } = limitOf(tool);
  // Each row of a live answer may be a request to a portal, so by default the tool's own page size applies.
  const isLive = tool.effect === "live" && limitIn(input) === null;
  const bound = isLive ? usual : maximum;
  return takenBy(tool, input, Math.min(most, bound, Math.max(smallestPage, size)));
}

/** Never a page that the tool itself would refuse: with many connections its pages are shorter. */
function takenBy(tool: Tool, input: unknown, size: number): number {
  const read = tool.input.safeParse(withPage(input, size));
  const isTooLarge =
    !read.success && read.error.issues.some(({ path }) => path.length === 1 && path[0] === "limit");
  const shorter = Math.floor(size * 0.9);
  return isTooLarge && shorter > 0 ? takenBy(tool, input, shorter) : size;
}

/** The rows of its example in the form that the call requests, if the request is readable. */
function exampleRows(tool: Tool, input: unknown): { rows: unknown[]; isPart: boolean } {
  const whole = tool.example.output as Record<string, unknown>;
  const isRead = tool.page !== null && tool.input.safeParse(input).success;
  const shown = isRead && tool.page !== null ? showPage(whole, tool.page, input) : null;
  const isPart = shown !== null && shown !== whole;
  return { rows: rowsIn(shown ?? whole), isPart };
}

/** The longest list of an answer, as rows or as columns. */
export function rowsIn(data: unknown): unknown[] {
  const lists = Object.values(data as object).map((value: unknown) =>
    isColumns(value) ? value.filas : value,
  );
  return lists
    .filter((list) => Array.isArray(list))
    .reduce<unknown[]>((most, list) => (list.length > most.length ? list : most), []);
}

function isColumns(value: unknown): value is { filas: unknown } {
  return typeof value === "object" && value !== null && "columnas" in value && "filas" in value;
}
