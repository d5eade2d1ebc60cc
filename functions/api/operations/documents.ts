import { z } from "zod";
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

export const openApiJson = defineOperation({
  ...document,
  id: "getOpenApi",
  path: "/openapi.json",
  summary: "This document",
  success: {
    status: 200,
    description: "OpenAPI 3.1",
    content: { kind: "json", schema: z.record(z.string(), z.unknown()) },
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
