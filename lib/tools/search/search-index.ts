import MiniSearch, { type SearchOptions } from "minisearch";
import type { Guide } from "#lib/guides/index.ts";
import { isErrorCode } from "#lib/kernel/errors/index.ts";
import { answerableCodes } from "../answerable-codes.ts";
import type { Catalogue } from "../catalogue.ts";
import { familiesOf, operationWithin, type Family } from "./families.ts";
import { boosts, familyDocument } from "./family-document.ts";
import { passagesOf, type Passage } from "./prose.ts";
import { recognising } from "./recognise.ts";
import { stemsOf, termsOf } from "./words.ts";

interface Found {
  /** Best first; all of them when the question is empty. */
  families: Family[];
  /** False when the question is not about the catalogue: then these are only similar. */
  fitting: boolean;
}

export interface SearchIndex {
  families(question: string): Found;
  passages(question: string): Passage[];
}

/** In this process, made for the first question: the catalogue is small. */
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
  const documents = families.map((family) => familyDocument(catalogue, family));
  const tools = indexOf(documents);
  const { recognises, corrected } = recognising(documents.map(headOf));
  return (question) => {
    if (question.trim() === "") return { families, fitting: true };
    const named = families.filter((family) => isNamed(family, question));
    const found = tools.search(...queryOf(corrected(question)));
    const byWords = found.flatMap(({ id }) => byId.get(String(id)) ?? []);
    const coded = answering([...new Set([...byWords, ...families])], question);
    const all = [...new Set([...named, ...coded, ...byWords])];
    const precise = named.length > 0 || coded.length > 0 || namesField(documents, question);
    return { families: all, fitting: all.length > 0 && (precise || recognises(question)) };
  };
}

function indexOf(documents: Record<string, string>[]): MiniSearch<Record<string, string>> {
  const index = new MiniSearch<Record<string, string>>({
    ...words,
    fields: Object.keys(boosts),
    searchOptions: { tokenize: bySpace, boost: boosts, prefix: isLong, fuzzy: allowance },
  });
  index.addAll(documents);
  return index;
}

/** A family's names, without everything that its description mentions. */
function headOf({ operation, title, systems }: Record<string, string>): string {
  return [operation, title, systems].join("\n");
}

/** `numeroCartola`: a name in this form can only be a field's. */
function namesField(documents: readonly Record<string, string>[], question: string): boolean {
  const names = question.match(/[a-z]+(?:[A-Z][a-z0-9]*)+/g) ?? [];
  return names.some((name) =>
    documents.some(({ takes = "", answers = "" }) => `${takes} ${answers}`.includes(name)),
  );
}

function findingPassages(guides: readonly Guide[]): SearchIndex["passages"] {
  const passages = passagesOf(guides);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const prose = new MiniSearch<Passage>({
    ...words,
    // The guides are in English: the catalogue's words also find their English meaning.
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

/** Allows a typo in a long word; short ones mean something else with another letter. */
function allowance(term: string): number | false {
  return term.length >= 6 ? 0.2 : false;
}

/** By the id of one of its tools, or by the part that they share. */
function isNamed({ members }: Family, question: string): boolean {
  const words = question.toLowerCase().split(/[\s"'`,;()]+/);
  return members.some((tool) => words.includes(tool.id) || words.includes(operationWithin(tool)));
}

function codesIn(question: string): string[] {
  return question
    .toLowerCase()
    .split(/[^a-z_]+/)
    .filter(isErrorCode);
}

/**
 * The tools with an error code of their own come before those that share it with all. If the
 * question contains more than a code, the rest decides.
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
