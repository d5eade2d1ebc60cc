import type { Manifest, Tool } from "#lib/contract/index.ts";
import type { Catalogue } from "../catalogue.ts";

/** The same tool of several systems of a kind, such as the balances of each bank. */
export interface Family {
  id: string;
  members: readonly Tool[];
}

/**
 * One document each: otherwise the words that six banks share would crowd out everything else, and
 * count as common even when they are what was asked for.
 */
export function familiesOf(catalogue: Catalogue): Family[] {
  const groups = Map.groupBy(catalogue.tools, (tool) => familyId(catalogue, tool));
  return [...groups].map(([id, members]) => ({ id, members }));
}

export function manifestOf(catalogue: Catalogue, tool: Tool): Manifest {
  const manifest = catalogue.manifestOf(tool.connector);
  if (manifest === null) throw new TypeError(`${tool.connector} is not in the catalogue`);
  return manifest;
}

function familyId(catalogue: Catalogue, tool: Tool): string {
  const { id, kind } = manifestOf(catalogue, tool);
  return `${kind === "bank" ? kind : id}:${operationWithin(tool)}`;
}

/** `movimientos.consultar` for `banco_a.movimientos.consultar`. */
export function operationWithin({ id, connector }: { id: string; connector: string }): string {
  return id.slice(connector.length + 1);
}
