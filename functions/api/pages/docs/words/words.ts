import type { ConnectorKind, Effect } from "#lib/contract/index.ts";
import type { Limit } from "#lib/tools/documents/index.ts";

/** The pages' own words, in one language. Texts may have `code` and [links](/docs). */
export interface Words {
  lang: "es-CL" | "en";
  /** This language, and what the switch calls the other one, in that other language. */
  name: string;
  skip: string;
  documentation: string;
  lead(purposes: string): string;
  search: { label: string; button: string; title: string; hint: string; tools: string };
  nothingFound(asked: string): string;
  foundFor(asked: string): string;
  guides: string;
  guidesLead: string;
  systems: string;
  systemsLead: string;
  rulesTitle: string;
  rules: readonly { title: string; text: string }[];
  start: { title: string; steps: readonly [key: string, call: string, answer: string] };
  startLabels: { key: string; call: string };
  /** Table headings. */
  heads: {
    system: string;
    what: string;
    tools: string;
    tool: string;
    field: string;
    meaning: string;
  };
  withConnection: string;
  withoutConnection: string;
  toolCount(count: number): string;
  kinds: Record<ConnectorKind, string>;
  /** What a kind of system is for; null if nothing is connected there. */
  purposes: Record<ConnectorKind, string | null>;
  effects: Record<Effect, string>;
  marks: { connection: string; key: string; module: string; scope: string };
  input: string;
  noInput: string;
  required: string;
  values: string;
  limits: string;
  fallback: string;
  output: string;
  call: string;
  answer: string;
  codesTitle: string;
  error: {
    status: string;
    retry: string;
    yes: string;
    no: string;
    tools: string;
    anyTool: string;
    guide: string;
  };
  statuses: Record<number, string>;
  types: Record<string, string>;
  listOf(type: string): string;
  or: string;
  limitTexts: Record<Limit, (value: unknown) => string>;
  neighbours: string;
  before: string;
  after: string;
  asMarkdown: string;
  index: string;
  sections: string;
  copy: string;
  copied: string;
  missing: { title: string; text: string };
  footer(version: string): string;
}
