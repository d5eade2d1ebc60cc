import MiniSearch, { type SearchOptions } from "minisearch";
import type { Guide } from "../../guides/index.ts";
import { isErrorCode } from "../../kernel/errors/index.ts";
import { answerableCodes } from "../answerable-codes.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Tool } from "#lib/contract/index.ts";
import { fieldsOf, jsonSchemaOf, type JsonSchema } from "../documents/index.ts";
import { familiesOf, manifestOf, operationOf, type Family } from "./families.ts";
import { passagesOf, type Passage } from "./prose.ts";
import { stemsOf, termsOf } from "./words.ts";

export interface SearchIndex {
  /** Best first; all of them when nothing was asked in particular. */
  families(question: string): Family[];
  passages(question: string): Passage[];
}

const boosts = {
  operation: 6,
  title: 4,
  systems: 3,
  description: 1.5,
  takes: 1.2,
  answers: 0.4,
} as const;

/** In this process, made at the first question: the catalogue is small. */
export function createSearchIndex(catalogue: Catalogue, guides: readonly Guide[]): SearchIndex {
  let made: SearchIndex | null = null;
  const index = (): SearchIndex =>
    (made ??= {
      families: findingFamilies(catalogue),
      passages: findingPassages(guides),
    });
  return {
    families: (question) => index().families(question),
    passages: (question) => index().passages(question),
  };
}

function findingFamilies(catalogue: Catalogue): SearchIndex["families"] {
  const families = familiesOf(catalogue);
  const byId = new Map(families.map((family) => [family.id, family]));
  const tools = new MiniSearch<Record<string, string>>({
    ...words,
    fields: Object.keys(boosts),
    searchOptions: { tokenize: bySpace, boost: boosts, prefix: isLong, fuzzy: allowance },
  });
  tools.addAll(families.map((family) => documentOf(catalogue, family)));
  return (question) => {
    if (question.trim() === "") return families;
    const named = families.filter((family) => isNamed(family, question));
    const found = tools.search(...queryOf(question)).map(({ id }) => byId.get(String(id)));
    const byWords = [...new Set([...found, ...families])].filter((family) => family !== undefined);
    const all = [...named, ...answering(byWords, question), ...found];
    return [...new Set(all)].filter((family) => family !== undefined);
  };
}

function findingPassages(guides: readonly Guide[]): SearchIndex["passages"] {
  const passages = passagesOf(guides);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const prose = new MiniSearch<Passage>({
    ...words,
    // The guides are in English: what they say in it is found by the catalogue's words too.
    tokenize: (text) => termsOf(text).map(({ stem }) => stem),
    fields: ["title", "text"],
    searchOptions: { tokenize: bySpace, boost: { title: 3 }, prefix: isLong },
  });
  prose.addAll(passages);
  return (question) => {
    const codes = codesIn(question).map((code) => byId.get(`errors#${code}`));
    const found = prose.search(...queryOf(question)).map(({ id }) => byId.get(String(id)));
    return [...new Set([...codes, ...found])].filter((passage) => passage !== undefined);
  };
}

const words = { tokenize: stemsOf, processTerm: (term: string) => term };

function documentOf(catalogue: Catalogue, { id, members }: Family): Record<string, string> {
  const once = (part: (tool: Tool) => string) => [...new Set(members.map(part))].join("\n");
  return {
    id,
    operation: once(operationOf),
    title: once((tool) => tool.title),
    systems: once((tool) => `${tool.connector} ${manifestOf(catalogue, tool).name}`),
    description: once((tool) => tool.description),
    takes: once((tool) => fieldText(jsonSchemaOf(tool.input, "input"))),
    answers: once((tool) => fieldText(jsonSchemaOf(tool.output, "output"))),
  };
}

function fieldText(schema: JsonSchema): string {
  return fieldsOf(schema)
    .map(({ path, description }) => `${path} ${description ?? ""}`)
    .join("\n");
}

function queryOf(question: string): [string, SearchOptions] {
  const terms = termsOf(question);
  const boostTerm = (_term: string, place: number): number => terms[place]?.weight ?? 1;
  return [terms.map(({ stem }) => stem).join(" "), { boostTerm }];
}

function bySpace(text: string): string[] {
  return text.split(" ").filter((term) => term !== "");
}

function isLong(term: string): boolean {
  return term.length >= 4;
}

/** A slip of the hand in a long word; short ones mean something else with another letter. */
function allowance(term: string): number | false {
  return term.length >= 6 ? 0.2 : false;
}

/** By the id of one of its tools, or by the part that they share. */
function isNamed({ members }: Family, question: string): boolean {
  const words = question.toLowerCase().split(/[\s"'`,;()]+/);
  return members.some((tool) => words.includes(tool.id) || words.includes(operationOf(tool)));
}

function codesIn(question: string): string[] {
  return question
    .toLowerCase()
    .split(/[^a-z_]+/)
    .filter(isErrorCode);
}

/**
 * The tools with an error code of their own come before those that any call can meet. Where more
 * than a code is said, that decides.
 */
function answering(families: readonly Family[], question: string): Family[] {
  const codes = codesIn(question);
  const rest = codes.reduce((text, code) => text.replaceAll(code, " "), question.toLowerCase());
  const own = families.filter(({ members }) =>
    members.some(({ errors }) => errors.some((code) => codes.includes(code))),
  );
  const any = families.filter(({ members }) =>
    members.some((tool) => answerableCodes(tool).some((code) => codes.includes(code))),
  );
  return termsOf(rest).length === 0 ? [...own, ...any] : any;
}
