/**
 * The parts of a guide. Texts may contain `code`, **strong** and [links](/docs); the page and the
 * Markdown are rendered from the same blocks, so they cannot differ.
 */
export type Block =
  | { kind: "heading"; level: 2 | 3; id: string; text: string }
  | { kind: "text"; text: string }
  | { kind: "note"; text: string }
  | { kind: "list"; ordered: boolean; items: readonly string[] }
  | { kind: "table"; caption: string; head: readonly string[]; rows: readonly Row[] }
  | { kind: "code"; label: string; language: Language; text: string }
  | ({ kind: "call" } & ShownCall);

export type Language = "sh" | "ts" | "json" | "text";
export type Row = readonly string[];

/** A tool call, with everything needed to send it. A test checks it against the catalogue. */
export interface ShownCall {
  toolId: string;
  input: Readonly<Record<string, unknown>>;
  /** Whether the tool works for one company, so that the call names the connection. */
  connection: boolean;
  /** Whether the tool cannot be undone, so that the call has a key. */
  key: boolean;
}

export interface Guide {
  id: string;
  title: string;
  /** One sentence: what a reader can do afterwards. */
  summary: string;
  blocks: readonly Block[];
  markdown: string;
}
