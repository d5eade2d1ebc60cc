import type { Tool } from "#lib/contract/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { availabilityOf, type Searcher } from "./availability.ts";
import { manifestOf } from "./families.ts";
import type { SearchIndex } from "./search-index.ts";
import { fold } from "./words.ts";

interface Asked {
  query: string;
  connector?: string | undefined;
  toolId?: string | undefined;
}

export interface Ranked {
  lead: Tool;
  /** The same tool of other systems. */
  also: Tool[];
  /** Those whose connections may be meant: the named one, else all that are enabled. */
  considered: Tool[];
}

/**
 * Best first, each with the same tool of other systems. `fitting` is false when no tool is meant.
 */
export function rankTools(
  { catalogue, search }: { catalogue: Catalogue; search: SearchIndex },
  asked: Asked,
  who: Searcher,
): { ranked: Ranked[]; fitting: boolean } {
  const { query, connector, toolId } = asked;
  const { families, fitting } = search.families(toolId ?? query);
  const wanted = (tool: Tool): boolean =>
    (connector === undefined || tool.connector === connector) &&
    (toolId === undefined || tool.id === toolId);
  const ranked = families.flatMap((family): Ranked[] => {
    const members = family.members.filter(wanted);
    return members.length === 0 ? [] : [rankedOf(catalogue, members, { query, who })];
  });
  return { ranked, fitting };
}

/** The named one, else one that would run, else one that at least has a connection. */
function rankedOf(
  catalogue: Catalogue,
  members: readonly Tool[],
  { query, who }: { query: string; who: Searcher },
): Ranked {
  const enabled = members.filter(({ connector }) =>
    catalogue.isEnabled(connector, who.caller.connectors),
  );
  const visible = enabled.length > 0 ? enabled : [...members];
  const said = ` ${fold(query)} `;
  const named = visible.filter(
    (tool) => query.toLowerCase().includes(tool.id) || says(catalogue, said, tool),
  );
  const considered = named.length > 0 ? named : visible;
  const best = availabilityOf(catalogue, considered, who).ways[0]?.tool;
  const lead = best ?? considered[0];
  if (lead === undefined) throw new TypeError("a family has members");
  return { lead, also: visible.filter((tool) => tool !== lead), considered };
}

function says(catalogue: Catalogue, said: string, tool: Tool): boolean {
  const names = [tool.connector, manifestOf(catalogue, tool).name];
  return names.some((name) => said.includes(` ${fold(name)} `));
}
