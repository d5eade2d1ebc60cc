import * as z from "zod";
import { guides } from "#lib/guides/index.ts";
import { defineOperation } from "#lib/tools/documents/index.ts";

const document = {
  method: "get",
  tag: "documents",
  auth: "none",
  params: z.strictObject({}),
  // What a link carries along (campaign labels and such) does not change a document.
  query: z.object({}),
  codes: [],
} as const;

export const OpenApi = z.record(z.string(), z.unknown());

export const openApiJson = defineOperation({
  ...document,
  id: "getOpenApi",
  path: "/openapi.json",
  summary: "This document",
  success: {
    status: 200,
    description: "OpenAPI 3.1",
    content: { kind: "json", schema: OpenApi },
  },
});

export const docsPage = defineOperation({
  ...document,
  id: "getDocs",
  path: "/docs",
  summary: "The documentation for people, in Spanish",
  success: {
    status: 200,
    description: "A page of HTML",
    content: { kind: "text", mediaType: "text/html" },
  },
});

export const guidePage = defineOperation({
  ...document,
  id: "getGuide",
  path: "/docs/{guide}",
  summary: "A guide, as a page or as Markdown",
  description: `The guides are ${guides.map(({ id }) => `\`${id}\``).join(", ")}. With \`.md\` behind the name the same text comes as Markdown.`,
  params: z.strictObject({
    guide: z.string().meta({ description: "Its name", examples: ["quickstart", "errors.md"] }),
  }),
  success: {
    status: 200,
    description: "A page of HTML, or Markdown",
    content: { kind: "text", mediaType: "text/html" },
  },
  codes: ["tool_not_found"],
});

export const llmsTxt = defineOperation({
  ...document,
  id: "getLlmsTxt",
  path: "/llms.txt",
  summary: "The catalogue in one page of text, for language models",
  success: {
    status: 200,
    description: "Markdown",
    content: { kind: "text", mediaType: "text/plain" },
  },
});
