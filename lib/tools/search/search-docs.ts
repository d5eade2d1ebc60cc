import { periodoOf } from "#lib/chile/index.ts";
import type { Context } from "#lib/db/context.ts";
import { findConnectedCallers, type Caller } from "#lib/limits/index.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import { AppError, validationError, type Issue } from "#lib/kernel/errors/index.ts";
import type { Surface } from "#lib/contract/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { nearestIds } from "../call/index.ts";
import { rankTools, type Ranked } from "./rank-tools.ts";
import type { SearchIndex } from "./search-index.ts";
import { firstSentences } from "./prose.ts";
import type { GuideHit, SearchAnswer, SearchQuery, ToolHit } from "./shapes.ts";
import { toolHit } from "./tool-hit.ts";

interface SearchContext extends Context {
  catalogue: Catalogue;
  cursors: Cursors;
  search: SearchIndex;
  baseUrl: string;
}

/** A page ends before it is too much for a model to read; the guides get what is left of 5 KB. */
const pageChars = 4_000;
const guideCount = 3;
const sentenceChars = 140;
const nearestCount = 3;
const nothingFits =
  "No tool does this. Those under nearest come closest by their words; do not call one unless it is what you want.";
const noSuchId =
  "No tool that was asked for has this id. Those under nearest are written most like it.";

export const unknownConnector: Issue = {
  path: ["connector"],
  code: "invalid_choice",
  message: "Not in the catalogue",
};

/** What this caller can use for a purpose, and what a call of it would return now. */
export async function searchDocs(
  ctx: SearchContext,
  caller: Caller,
  surface: Surface,
  asked: SearchQuery,
): Promise<SearchAnswer> {
  requireAnyScope(caller);
  const { query, connector, toolId, limit, cursor } = asked;
  if (connector !== undefined && ctx.catalogue.manifestOf(connector) === null) {
    throw validationError([unknownConnector]);
  }
  const list = ["search", query, connector ?? null, toolId ?? null];
  const from = cursor === undefined ? 0 : Number(ctx.cursors.read(list, cursor)[0]);
  const now = ctx.clock.now();
  const connected = await findConnectedCallers(ctx, caller, { periodo: periodoOf(now) });
  const who = { surface, caller, connected, now };
  const { ranked, fitting } = rankTools(ctx, asked, who);
  const guides = from === 0 ? guidesFor(ctx, query) : [];
  const nothing = { results: [], guides, cursor: null };
  if (toolId !== undefined && ranked.length === 0) {
    return { ...nothing, note: noSuchId, nearest: nearestIds(toolId, enabledIds(ctx, caller)) };
  }
  if (!fitting || ranked.length === 0) {
    const nearest = ranked.slice(0, nearestCount).map(({ lead }) => lead.id);
    return { ...nothing, note: nothingFits, nearest };
  }

  const hits = ranked.slice(from, from + limit).map((one) => hitOf(ctx, one, who, asked));
  const results = thatFit(hits);
  const next = from + results.length;
  const more = next < ranked.length && toolId === undefined;
  return {
    results,
    note: null,
    nearest: [],
    guides,
    cursor: more ? ctx.cursors.make(list, [String(next)]) : null,
  };
}

/** A key without any scope is told so: its search could only find other people's tools. */
function requireAnyScope({ scopes }: Caller): void {
  if (scopes.length > 0) return;
  throw new AppError("scope_not_granted", { details: { required: ["<sistema>:read"] } });
}

function hitOf(
  { catalogue }: SearchContext,
  one: Ranked,
  who: Parameters<typeof toolHit>[2],
  { query, toolId, detail }: SearchQuery,
): ToolHit {
  const named = one.lead.id === toolId || query.toLowerCase().includes(one.lead.id);
  return toolHit(catalogue, one, who, { schemas: named || detail === "verbose" });
}

function enabledIds({ catalogue }: SearchContext, { connectors }: Caller): string[] {
  return catalogue.tools
    .filter(({ connector }) => catalogue.isEnabled(connector, connectors))
    .map(({ id }) => id);
}

/**
 * At least one, or a page could be empty and lead nowhere. A hit with schemas is alone on its page.
 */
function thatFit(hits: ToolHit[]): ToolHit[] {
  let chars = 0;
  const over = hits.findIndex((hit, place) => {
    chars += hit.input_schema === undefined ? JSON.stringify(hit).length : pageChars;
    return place > 0 && chars > pageChars;
  });
  return over === -1 ? hits : hits.slice(0, over);
}

function guidesFor({ search, baseUrl }: SearchContext, query: string): GuideHit[] {
  return search
    .passages(query)
    .slice(0, guideCount)
    .map(({ id, title, text }) => ({
      id,
      title,
      sentence: firstSentences(text, sentenceChars),
      url: new URL(`/docs/guides/${id.split("#")[0]}.md`, baseUrl).href,
    }));
}
