import { todayInSantiago, type Fecha } from "#lib/chile/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kernel/clock.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { type IndicatorProvider, isUpstreamFailure } from "./provider.ts";
import { storeValues } from "./store-values.ts";

/** Loads a year of a code, or its newest values, into the store. Null, or why that failed. */
export type ReadThrough = (codigo: string, part: number | "newest") => Promise<AppError | null>;

interface Attempt {
  until: number;
  day: Fecha;
  outcome: Promise<AppError | null>;
}

const retryAfterMs = minuteMs;
const openYearMs = hourMs;
const pastYearMs = dayMs;

/**
 * Remembers requests for a while, including empty answers and failures: a gap that the provider
 * cannot fill costs one request, not one per call. Concurrent callers share it.
 */
export function createReadThrough(ctx: SystemContext, provider: IndicatorProvider): ReadThrough {
  const attempts = new Map<string, Attempt>();

  return (codigo, part) => {
    const now = ctx.clock.now();
    const day = todayInSantiago(now);
    const past = part !== "newest" && part < Number(day.slice(0, 4));
    const key = `${codigo}/${part}`;
    const known = attempts.get(key);
    // A value that was not published yesterday may be in force today.
    const isOfNow = known !== undefined && (past || known.day === day);
    if (isOfNow && now.getTime() < known.until) return known.outcome;

    const attempt: Attempt = {
      day,
      until: now.getTime() + (past ? pastYearMs : openYearMs),
      outcome: bring(ctx, provider, codigo, part).then(
        (failure) => {
          if (failure !== null) attempt.until = ctx.clock.now().getTime() + retryAfterMs;
          return failure;
        },
        (error: unknown) => {
          attempt.until = 0;
          throw error;
        },
      ),
    };
    attempts.set(key, attempt);
    return attempt.outcome;
  };
}

async function bring(
  ctx: SystemContext,
  provider: IndicatorProvider,
  codigo: string,
  part: number | "newest",
): Promise<AppError | null> {
  const readAt = ctx.clock.now();
  try {
    const values = await (part === "newest"
      ? provider.newest(codigo)
      : provider.ofYear(codigo, part));
    const changed = await storeValues(ctx, codigo, readAt, values);
    ctx.log.info("indicators.read_through", { codigo, part, values: values.length, changed });
    return null;
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    ctx.log.warn("indicators.provider_failed", { codigo, part, code: error.code, error });
    return error;
  }
}
