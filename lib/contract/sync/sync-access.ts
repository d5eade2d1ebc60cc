import { AppError } from "#lib/kernel/errors/index.ts";
import type { ToolConnection } from "../tool/connection.ts";
import type { Alcance } from "../tool/connector.ts";
import type { OmittedAlcance } from "../tool/sync-outcome.ts";

interface Wanted {
  /** Null when none were named: then all that the connection has enabled. */
  named: readonly string[] | null;
  /** What the system offers, from its manifest. */
  offered: readonly Alcance[];
}

/**
 * Modules that the portal does not show to this kind of login would only be refused after it: they
 * are refused now if named, otherwise left out and reported.
 */
export function splitByAccess(
  { named, offered }: Wanted,
  { acceso, alcances: enabled }: Pick<ToolConnection, "acceso" | "alcances">,
): { alcances: string[]; omitidos: OmittedAlcance[] } {
  // Modules that no sync reads are not omitted here: only their own tools ask for them.
  const unsynced = offered.filter(({ syncable }) => syncable === false).map(({ id }) => id);
  const wanted = [...new Set(named ?? enabled.filter((id) => !unsynced.includes(id)))];
  const unserved = offered.filter(
    ({ id, servedBy }) =>
      acceso !== null && wanted.includes(id) && servedBy?.some((kind) => kind === acceso) === false,
  );
  const [first] = unserved;
  const alcances = wanted.filter((alcance) => !unserved.some(({ id }) => id === alcance));
  if (first !== undefined && (named !== null || alcances.length === 0)) {
    const { id: alcance, servedBy } = first;
    throw new AppError("alcance_scheme_unsupported", { details: { alcance, acceso, servedBy } });
  }
  const omitidos = unserved.map(({ id, servedBy = [] }) => ({
    alcance: id,
    motivo: `solo_acceso_${servedBy.join("_o_")}`,
  }));
  return { alcances, omitidos };
}
