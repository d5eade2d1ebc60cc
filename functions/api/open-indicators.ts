import { indicators } from "#lib/connectors/indicadores/catalogue.ts";
import type { IndicatorReader } from "#lib/contract/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import {
  createIndicatorProvider,
  createIndicatorReader,
  type IndicatorProvider,
} from "#lib/indicators/index.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";

/** Once per process: the reader caches the provider's answers. */
export function openIndicators(
  ctx: SystemContext & { cursors: Cursors },
  baseUrl: string,
): { provider: IndicatorProvider; reader: IndicatorReader } {
  const provider = createIndicatorProvider({ baseUrl });
  return { provider, reader: createIndicatorReader({ ...ctx, provider, series: indicators }) };
}
