import { periodoOf } from "../../chile/index.ts";
import type { Context } from "../../db/context.ts";
import { lookUpStandings, type Standing } from "../../limits/index.ts";
import type { Cursors } from "../../kernel/cursor.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Surface } from "../execute/index.ts";
import { rankTools } from "./rank-tools.ts";
import type { SearchIndex } from "./search-index.ts";
import type { GuideHit, SearchAnswer, SearchQuery, ToolHit } from "./shapes.ts";
import { toolHit } from "./tool-hit.ts";

interface SearchContext extends Context {
  catalogue: Catalogue;
  cursors: Cursors;
  search: SearchIndex;
  baseUrl: string;
}

/** A page ends where a model would have too much to read. */
const pageChars = 30_000;
const guideCount = 3;
const guideChars = 900;

/** What this caller can use for a purpose, and what a call of it would answer now. */
export async function searchDocs(
  ctx: SearchContext,
  standing: Standing,
  surface: Surface,
  asked: SearchQuery,
): Promise<SearchAnswer> {
  const { query, connector, toolId, detail, limit, cursor } = asked;
  const list = ["search", query, connector ?? null, toolId ?? null];
  const from = cursor === undefined ? 0 : Number(ctx.cursors.read(list, cursor)[0]);
  const now = ctx.clock.now();
  const connected = await lookUpStandings(ctx, standing, { periodo: periodoOf(now) });
  const who = { surface, standing, connected, now };
  const ranked = rankTools(ctx, asked, who);

  const hits = ranked.slice(from, from + limit).map(({ lead, also }) => {
    const named = lead.id === toolId || query.toLowerCase().includes(lead.id);
    return toolHit(ctx.catalogue, lead, who, { also, schemas: named || detail === "verbose" });
  });
  const results = thatFit(hits);
  const next = from + results.length;
  return {
    results,
    guides: from === 0 ? guidesFor(ctx, query) : [],
    cursor: next < ranked.length ? ctx.cursors.make(list, [String(next)]) : null,
  };
}

/** At least one, or a page could hold nothing and lead nowhere. */
function thatFit(hits: ToolHit[]): ToolHit[] {
  let chars = 0;
  const over = hits.findIndex((hit, place) => {
    chars += JSON.stringify(hit).length;
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
      text: text.length <= guideChars ? text : `${text.slice(0, guideChars)}…`,
      url: new URL(`/docs/${id.split("#")[0]}.md`, baseUrl).href,
    }));
}
