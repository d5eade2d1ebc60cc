export { firstSentences } from "./prose.ts";
export { searchDocs, unknownConnector } from "./search-docs.ts";
export { createSearchIndex, type SearchIndex } from "./search-index.ts";
export { maxHits, SearchAnswer, SearchQuery, ToolHit } from "./shapes.ts";
