import type { Control } from "./control.ts";
import type { Operations } from "./generated/operations.ts";
import type { RequestOptions } from "./options.ts";

type Query = Operations["listTools"]["query"];
type Answer = Operations["listTools"]["answer"]["data"];
export type ToolSummary = Extract<Answer, readonly unknown[]>[number];
/** What was found, best first. */
export type FoundTools = Exclude<Answer, readonly unknown[]>;
export type SearchQuery = Query & { query: string };

export function createCatalogue(control: Control) {
  return {
    /** Every tool, or those of one connector, without schemas. */
    list: async (query: Pick<Query, "connector"> = {}, options?: RequestOptions) =>
      (await control("listTools", { query, options })).data as ToolSummary[],
    /** Finds tools by what you want to do, in Spanish or English; says which could run now. */
    search: async (query: SearchQuery, options?: RequestOptions) =>
      (await control("listTools", { query, options })).data as FoundTools,
    /** One tool with its schemas, an example, and every code it can return. */
    get: async (id: string, options?: RequestOptions) =>
      (await control("describeTool", { params: { id }, options })).data,
  };
}
