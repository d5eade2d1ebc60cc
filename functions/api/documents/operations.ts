import * as z from "zod";
import { guides } from "#lib/guides/index.ts";
import { defineOperation } from "#lib/tools/documents/index.ts";

const document = {
  method: "get",
  tag: "documents",
  auth: "none",
  params: z.strictObject({}),
  // Extra query parameters of a link (campaign labels and such) do not change a document.
  query: z.object({}),
  codes: [],
} as const;

export const OpenApi = z.record(z.string(), z.unknown());

export const openApiJson = defineOperation({
  ...document,
  id: "getOpenApi",
  path: "/openapi.json",
  summary: "This document",
  description:
    "Made of the catalogue that is served, so it has what can be called and nothing else.",
  success: {
    status: 200,
    description: "OpenAPI 3.1",
    content: { kind: "json", schema: OpenApi },
  },
});

const page = {
  ...document,
  success: {
    status: 200,
    description: "A page of HTML, or Markdown where the path ends with `.md`",
    content: { kind: "text", mediaType: "text/html" },
  },
} as const;

export const docsPage = defineOperation({
  ...page,
  id: "getDocs",
  path: "/docs",
  summary: "The documentation for people, in Spanish",
  description: "Where the guides, the systems, the tools and the errors are found.",
});

const asked = z.object({
  q: z.string().optional().meta({ description: "The search text of `/docs/search`" }),
});

export const docsTopPage = defineOperation({
  ...page,
  id: "getDocsTopPage",
  path: "/docs/{page}",
  summary: "`/docs/en`, the same in English, and `/docs/search?q=`",
  description: "The home page in another language, or what a search finds.",
  params: z.strictObject({
    page: z.string().meta({ description: "Its name", examples: ["en", "search"] }),
  }),
  query: asked,
  codes: ["tool_not_found"],
});

const sections = "`guides`, `systems`, `tools` or `errors`";

export const docsSubject = defineOperation({
  ...page,
  id: "getDocsSubject",
  path: "/docs/{section}/{page}",
  summary: "A guide, a system, a tool or an error code",
  description: `A page or, with \`.md\` behind its name, Markdown. The guides are ${guides.map(({ id }) => `\`${id}\``).join(", ")}. \`/docs/en/search?q=\` searches in English.`,
  params: z.strictObject({
    section: z.string().meta({ description: sections, examples: ["guides", "tools"] }),
    page: z.string().meta({ description: "Its id", examples: ["quickstart", "errors.md"] }),
  }),
  query: asked,
  codes: ["tool_not_found"],
});

export const docsSubjectIn = defineOperation({
  ...page,
  id: "getDocsSubjectIn",
  path: "/docs/{language}/{section}/{page}",
  summary: "The same in another language",
  description: "The pages of `/docs/{section}/{page}`, by the same ids.",
  params: z.strictObject({
    language: z.string().meta({ description: "`en`", examples: ["en"] }),
    section: z.string().meta({ description: sections, examples: ["guides", "tools"] }),
    page: z.string().meta({ description: "Its id", examples: ["quickstart"] }),
  }),
  codes: ["tool_not_found"],
});

export const llmsTxt = defineOperation({
  ...document,
  id: "getLlmsTxt",
  path: "/llms.txt",
  summary: "The catalogue in one page of text, for language models",
  description: "How a call is made, and every tool with a line of what it does.",
  success: {
    status: 200,
    description: "Markdown",
    content: { kind: "text", mediaType: "text/plain" },
  },
});
