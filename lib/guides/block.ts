/**
 * What a guide is made of. Texts may hold `code`, **strong** and [links](/docs); the page and the
 * Markdown are written from the same blocks, so neither can say what the other does not.
 */
export type Block =
  | { kind: "heading"; level: 2 | 3; id: string; text: string }
  | { kind: "text"; text: string }
  | { kind: "note"; text: string }
  | { kind: "list"; ordered: boolean; items: readonly string[] }
  | { kind: "table"; caption: string; head: readonly string[]; rows: readonly Row[] }
  | { kind: "code"; label: string; language: Language; text: string }
  | ({ kind: "call" } & Call);

export type Language = "sh" | "ts" | "json" | "text";
export type Row = readonly string[];

/** A call of a tool, with all that sending it needs. A test holds it against the catalogue. */
export interface Call {
  toolId: string;
  input: Readonly<Record<string, unknown>>;
  /** The tool works for one company: the call names the connection. */
  connection: boolean;
  /** The tool cannot be undone: the call carries a key. */
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
