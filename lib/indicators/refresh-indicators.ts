import type { SystemContext } from "#lib/db/context.ts";
import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { PublishedValue } from "./provider-answer.ts";
import { type IndicatorProvider, isUpstreamFailure } from "./provider.ts";
import { storeValues } from "./store-values.ts";

interface RefreshReport {
  refreshed: { codigo: string; changed: number }[];
  failed: { codigo: string; code: ErrorCode }[];
}

/** Stores each code's newest values. A code that fails does not stop the others. */
export async function refreshIndicators(
  ctx: SystemContext & { provider: IndicatorProvider },
  codes: readonly string[],
): Promise<RefreshReport> {
  const readAt = ctx.clock.now();
  const answers = await Promise.all(
    codes.map(async (codigo) => ({ codigo, answer: await askNewest(ctx.provider, codigo) })),
  );
  const report: RefreshReport = { refreshed: [], failed: [] };
  for (const { codigo, answer } of answers) {
    if (answer instanceof AppError) {
      ctx.log.warn("indicators.provider_failed", { codigo, code: answer.code, error: answer });
      report.failed.push({ codigo, code: answer.code });
      continue;
    }
    report.refreshed.push({ codigo, changed: await storeValues(ctx, codigo, readAt, answer) });
  }
  ctx.log.info("indicators.refreshed", { ...report });
  return report;
}

async function askNewest(
  provider: IndicatorProvider,
  codigo: string,
): Promise<PublishedValue[] | AppError> {
  try {
    const values = await provider.newest(codigo);
    // A listed code always has newest values: an empty answer cannot be right.
    return values.length > 0 ? values : new AppError("upstream_unexpected_response");
  } catch (error) {
    if (isUpstreamFailure(error)) return error;
    throw error;
  }
}
