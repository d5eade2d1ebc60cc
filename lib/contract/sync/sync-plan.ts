import type { Periodo } from "#lib/chile/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import { requireModules, type ToolConnection } from "../tool/connection.ts";
import type { Alcance } from "../tool/connector.ts";
import { splitByAccess } from "./sync-access.ts";
import { periodoIssues, splitByPeriodo } from "./sync-periods.ts";
import type { OmittedAlcance } from "../tool/sync-outcome.ts";

interface WantedSync {
  periodo: Periodo;
  alcances?: readonly string[] | undefined;
  /** What the system offers, from its manifest. */
  offered: readonly Alcance[];
  /** Receipts may be dated in future months. */
  mayBeAhead?: true | undefined;
}

interface SyncPlan {
  alcances: string[];
  omitidos: OmittedAlcance[];
}

/** What a sync of the connection must read, or why there is nothing to read. */
export function planSync(
  connection: Pick<ToolConnection, "acceso" | "alcances">,
  { periodo, alcances: wanted, offered, mayBeAhead }: WantedSync,
  now: Date,
): SyncPlan {
  const named = wanted ?? null;
  const issues = periodoIssues(periodo, now, mayBeAhead);
  if (issues.length > 0) throw validationError(issues);
  if (named !== null) requireModules(connection, named);
  const served = splitByAccess({ named, offered }, connection);
  const { alcances, omitidos } = splitByPeriodo(served.alcances, offered, periodo, now);
  return { alcances, omitidos: [...served.omitidos, ...omitidos] };
}
