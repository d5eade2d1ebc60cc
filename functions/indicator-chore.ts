import { indicators } from "#lib/connectors/indicadores/catalogue.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { refreshIndicators, storedCodes, type IndicatorProvider } from "#lib/indicators/index.ts";
import type { Chore } from "./housekeeping.ts";

const hourMs = 3_600_000;

/** Published once a day, checked every hour. */
export function indicatorChore(ctx: SystemContext, provider: IndicatorProvider): Chore {
  return {
    name: "indicators",
    everyMs: hourMs,
    run: () => refreshIndicators({ ...ctx, provider }, storedCodes(indicators)),
  };
}
