import type { Catalogue } from "../catalogue.ts";
import type { Tool } from "#lib/contract/index.ts";
import { availabilityOf, type Searcher } from "./availability.ts";
import { manifestOf } from "./families.ts";
import type { SearchIndex } from "./search-index.ts";
import { fold } from "./words.ts";

interface Asked {
  query: string;
  connector?: string | undefined;
  toolId?: string | undefined;
}

/** Best first, each with the same tool of other systems; only what the organization may see. */
export function rankTools(
  { catalogue, search }: { catalogue: Catalogue; search: SearchIndex },
  { query, connector, toolId }: Asked,
  who: Searcher,
): { lead: Tool; also: Tool[] }[] {
  const wanted = (tool: Tool): boolean =>
    catalogue.isEnabled(tool.connector, who.standing.connectors) &&
    (connector === undefined || tool.connector === connector) &&
    (toolId === undefined || tool.id === toolId);
  return search.families(toolId ?? query).flatMap(({ members }) => {
    const visible = members.filter(wanted);
    const [first] = visible;
    if (first === undefined) return [];
    const lead = leadOf(catalogue, visible, { query, who }) ?? first;
    return [{ lead, also: visible.filter((tool) => tool !== lead) }];
  });
}

/** The one that was named, else one that would run, else one that has a connection at least. */
function leadOf(
  catalogue: Catalogue,
  members: readonly Tool[],
  { query, who }: { query: string; who: Searcher },
): Tool | undefined {
  if (members.length === 1) return members[0];
  const said = ` ${fold(query)} `;
  const named = members.find(
    (tool) => query.toLowerCase().includes(tool.id) || says(catalogue, said, tool),
  );
  if (named !== undefined) return named;
  const tried = members.map((tool) => ({ tool, ...availabilityOf(catalogue, tool, who) }));
  const best =
    tried.find(({ whyNot }) => whyNot === null) ??
    tried.find(({ connectionId }) => connectionId !== null);
  return best?.tool;
}

function says(catalogue: Catalogue, said: string, tool: Tool): boolean {
  const names = [tool.connector, manifestOf(catalogue, tool).name];
  return names.some((name) => said.includes(` ${fold(name)} `));
}
