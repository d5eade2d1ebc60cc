import { guides } from "#lib/guides/index.ts";
import { isErrorCode } from "#lib/kernel/errors/index.ts";
import type { Catalogue } from "#lib/tools/catalogue.ts";
import { firstSentences, type SearchIndex } from "#lib/tools/search/index.ts";
import type { Subject } from "./subject.ts";

export interface Found {
  tools: readonly { id: string; title: string }[];
  guides: readonly { id: string; place: string; title: string; text: string }[];
}

const most = { tools: 20, guides: 6, sentenceChars: 200 };

/** The subject whose exact name was searched for. */
export function namedSubject(catalogue: Catalogue, asked: string): Subject | null {
  const id = asked.trim().toLowerCase();
  if (catalogue.find(id) !== null) return { section: "tools", id };
  if (catalogue.manifestOf(id) !== null) return { section: "systems", id };
  if (isErrorCode(id)) return { section: "errors", id };
  return guides.some((guide) => guide.id === id) ? { section: "guides", id } : null;
}

/** Uses the same index as agents: people and programs find the same. */
export function searchSite(search: SearchIndex, asked: string): Found {
  if (asked.trim() === "") return { tools: [], guides: [] };
  const { families, fitting } = search.families(asked);
  const tools = families.flatMap(({ members }) => members.map(({ id, title }) => ({ id, title })));
  return {
    tools: fitting ? tools.slice(0, most.tools) : [],
    guides: search
      .passages(asked)
      .slice(0, most.guides)
      .map(({ id: passage, title, text }) => {
        const [id = "", place = ""] = passage.split("#");
        return { id, place, title, text: firstSentences(proseOf(text), most.sentenceChars) };
      }),
  };
}

/** Leaves out code and tables, which mean little when cut, and markup. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/```[^]*?```/g, " ")
    .replaceAll(/^\|.*$/gm, " ")
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/^(- |\d+\. |> )/gm, "")
    .replaceAll(/[`*]/g, "");
}
