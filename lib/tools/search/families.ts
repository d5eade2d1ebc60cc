import type { Manifest, Tool } from "#lib/contract/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { plannedTools, type PlannedTool } from "../planned.ts";

/** The same tool of several systems of a kind, such as the balances of each bank. */
interface BuiltFamily {
  kind: "built";
  id: string;
  members: readonly Tool[];
}

/** What the index finds: a family of tools, or a tool in the contract that is not built. */
export type Family = BuiltFamily | { kind: "planned"; id: string; tool: PlannedTool };

/**
 * One document each: otherwise the words that six banks share would crowd out everything else, and
 * count as common even when they are what was asked for.
 */
export function familiesOf(catalogue: Catalogue): Family[] {
  const groups = Map.groupBy(catalogue.tools, (tool) => familyId(catalogue, tool));
  const built = [...groups].map(([id, members]): Family => ({ kind: "built", id, members }));
  const planned = plannedTools.map((tool): Family => ({ kind: "planned", id: tool.id, tool }));
  return [...built, ...planned];
}

export function manifestOf(catalogue: Catalogue, tool: Tool): Manifest {
  const manifest = catalogue.manifestOf(tool.connector);
  if (manifest === null) throw new TypeError(`${tool.connector} is not in the catalogue`);
  return manifest;
}

function familyId(catalogue: Catalogue, tool: Tool): string {
  const { id, kind } = manifestOf(catalogue, tool);
  return `${kind === "bank" ? kind : id}:${operationOf(tool)}`;
}

/** `movimientos.consultar` for `banco_a.movimientos.consultar`. */
export function operationOf({ id, connector }: { id: string; connector: string }): string {
  return id.slice(connector.length + 1);
}
