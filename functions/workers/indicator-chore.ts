import { indicators } from "#lib/connectors/indicadores/catalogue.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { refreshIndicators, storedCodes, type IndicatorProvider } from "#lib/indicators/index.ts";
import { hourMs } from "#lib/kernel/clock.ts";
import type { Chore } from "./create-housekeeping.ts";

/**
 * Values are published once a day, at an hour that nobody promises, so they are checked every hour. Only codes that
 * somebody can read are asked for.
 */
export function indicatorChore(ctx: SystemContext, provider: IndicatorProvider): Chore {
  return {
    name: "indicators",
    everyMs: hourMs,
    run: () => refreshIndicators({ ...ctx, provider }, storedCodes(indicators)),
  };
}
