import { type ConnectionLine, listConnections } from "#lib/connections/index.ts";
import type { Context } from "#lib/db/context.ts";
import type { LazyCatalogue } from "#lib/tools/catalogue.ts";
import { plainText, rutText } from "../texts/words.ts";

type Catalogue = Pick<LazyCatalogue, "manifestOf">;

/** All connections. A company's are usually called like the company: those called alike also have their system. */
export async function namedConnections(
  ctx: Context,
  catalogue: Catalogue,
): Promise<ConnectionLine[]> {
  return namedApart(await listConnections(ctx), [
    ({ sistema }) => catalogue.manifestOf(sistema)?.name ?? sistema,
    ({ rut }) => (rut === null ? "sin RUT" : rutText(rut)),
    ({ id }) => id,
  ]);
}

/** The same names by id. */
export async function connectionNames(
  ctx: Context,
  catalogue: Catalogue,
): Promise<Map<string, string>> {
  const connections = await namedConnections(ctx, catalogue);
  return new Map(connections.map(({ id, nombre }) => [id, nombre]));
}

/** Adds one detail after another to the names that still read alike. */
function namedApart(
  all: ConnectionLine[],
  details: readonly ((one: ConnectionLine) => string)[],
): ConnectionLine[] {
  return details.reduce((named, detailOf) => {
    const alike = Map.groupBy(named, ({ nombre }) => plainText(nombre));
    return named.map((one) =>
      alike.get(plainText(one.nombre))?.length === 1
        ? one
        : { ...one, nombre: `${one.nombre} · ${detailOf(one)}` },
    );
  }, all);
}
