import { addMonths, comparePeriodo, periodoOf, type Periodo } from "#lib/chile/index.ts";
import { validationError, type Issue } from "#lib/kernel/errors/index.ts";
import type { Alcance } from "../tool/connector.ts";
import type { OmittedAlcance } from "../tool/sync-outcome.ts";
import { syncedMonths } from "../terms.ts";

/**
 * A portal has nothing older than two years, and nothing in the future, unless future dates are
 * looked for.
 */
export function periodoIssues(periodo: Periodo, now: Date, mayBeAhead = false): Issue[] {
  const current = periodoOf(now);
  const oldest = addMonths(current, -syncedMonths);
  if (comparePeriodo(periodo, current) > 0 && !mayBeAhead) {
    return refused(`The period is ahead: in Chile the current one is ${current}`);
  }
  if (comparePeriodo(periodo, oldest) < 0) {
    return refused(`Periods go back ${syncedMonths} months, to ${oldest}`);
  }
  return [];
}

function refused(message: string): Issue[] {
  return [{ path: ["periodo"], code: "not_allowed", message }];
}

/** The past cannot be captured in a snapshot: such modules are left out and reported. */
export function splitByPeriodo(
  wanted: readonly string[],
  known: readonly Alcance[],
  periodo: Periodo,
  now: Date,
): { alcances: string[]; omitidos: OmittedAlcance[] } {
  const past = periodo !== periodoOf(now);
  const momentary = new Set(
    known.filter((alcance) => alcance.currentPeriodOnly).map((alcance) => alcance.id),
  );
  const omitted = past ? wanted.filter((alcance) => momentary.has(alcance)) : [];
  const alcances = wanted.filter((alcance) => !omitted.includes(alcance));
  if (alcances.length === 0) {
    const message =
      omitted.length > 0
        ? "These modules can be synced for the current period only"
        : "The connection has no module that a sync brings";
    throw validationError([{ path: ["alcances"], code: "not_allowed", message }]);
  }
  return {
    alcances,
    omitidos: omitted.map((alcance) => ({ alcance, motivo: "solo_periodo_actual" })),
  };
}
