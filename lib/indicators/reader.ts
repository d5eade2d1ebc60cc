import { monthOfDay, todayInSantiago, type Fecha } from "#lib/chile/index.ts";
import type { SystemContext } from "#lib/db/context.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type {
  IndicatorPage,
  IndicatorRange,
  IndicatorReader,
  IndicatorReading,
} from "#lib/contract/index.ts";
import { covers, expectedDays, yearsOf } from "./coverage.ts";
import { findAround, findNewest } from "./find-values.ts";
import type { PublishedValue } from "./provider-answer.ts";
import type { IndicatorProvider } from "./provider.ts";
import { createReadThrough, type ReadThrough } from "./read-through.ts";
import type { IndicatorSeries } from "./series.ts";

export interface IndicatorReaderContext extends SystemContext {
  provider: IndicatorProvider;
  cursors: Cursors;
  series: readonly IndicatorSeries[];
}

/** The stored rows, and why some may be missing: null when none are. */
interface Loaded {
  rows: PublishedValue[];
  failure: AppError | null;
}

/** Built once per process: it remembers what the provider was asked. */
export function createIndicatorReader(ctx: IndicatorReaderContext): IndicatorReader {
  const readThrough = createReadThrough(ctx, ctx.provider);
  const byCode = new Map(ctx.series.map((one) => [one.codigo, one]));
  const find = (codigo: string): Source => {
    const asked = byCode.get(codigo);
    const stored = byCode.get(asked?.derivedFrom?.codigo ?? codigo);
    if (asked === undefined || stored === undefined) throw new TypeError(`no series ${codigo}`);
    return { stored, times: asked.derivedFrom?.times ?? 1 };
  };
  return {
    current: (codigo, day) => current(ctx, readThrough, find(codigo), day),
    valueInForce: (codigo, day) => valueInForce(ctx, readThrough, find(codigo), day),
    between: (range) => between(ctx, readThrough, find(range.codigo), range),
  };
}

interface Source {
  stored: IndicatorSeries;
  times: number;
}

async function current(
  ctx: SystemContext,
  readThrough: ReadThrough,
  source: Source,
  day: Fecha,
): Promise<IndicatorReading | null> {
  const { codigo } = source.stored;
  const { rows, failure } = await load(ctx, readThrough, source.stored, day, day);
  // Its age is part of the answer, so a possibly outdated value is better than none.
  const known = inForce(source.stored, rows, day, day) ?? (await findNewest(ctx, codigo));
  if (known !== null) return reading(source, known);
  const failed = failure ?? (await readThrough(codigo, "newest"));
  if (failed !== null) throw failed;
  const newest = await findNewest(ctx, codigo);
  return newest === null ? null : reading(source, newest);
}

async function valueInForce(
  ctx: SystemContext,
  readThrough: ReadThrough,
  source: Source,
  day: Fecha,
): Promise<IndicatorReading | null> {
  const { rows, failure } = await load(ctx, readThrough, source.stored, day, day);
  if (failure !== null) throw failure;
  const value = inForce(source.stored, rows, day, todayInSantiago(ctx.clock.now()));
  return value === null ? null : reading(source, value);
}

async function between(
  ctx: IndicatorReaderContext,
  readThrough: ReadThrough,
  source: Source,
  range: IndicatorRange,
): Promise<IndicatorPage> {
  const { codigo, desde, hasta, limit, cursor } = range;
  const list = ["indicators.between", codigo, desde, hasta];
  const [before = null] = cursor === null ? [] : ctx.cursors.read(list, cursor);
  const { rows, failure } = await load(ctx, readThrough, source.stored, desde, hasta);
  if (failure !== null) throw failure;

  const rest = rows.filter(
    ({ fecha }) => fecha >= desde && fecha <= hasta && (before === null || fecha < before),
  );
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    values: page.map((value) => reading(source, value)),
    cursor:
      last === undefined || rest.length === page.length
        ? null
        : ctx.cursors.make(list, [last.fecha]),
  };
}

/** The stored rows around the days, newest first, after requesting any that are missing. */
async function load(
  ctx: SystemContext,
  readThrough: ReadThrough,
  series: IndicatorSeries,
  from: Fecha,
  to: Fecha,
): Promise<Loaded> {
  const today = todayInSantiago(ctx.clock.now());
  const rows = await findAround(ctx, series.codigo, from, to);
  const expected = expectedDays(series, from, to, today);
  if (expected === null || covers(series, rows, expected)) return { rows, failure: null };

  const years = yearsOf(series, expected, today);
  const outcomes = await Promise.all(years.map((year) => readThrough(series.codigo, year)));
  const failure = outcomes.find((outcome) => outcome !== null) ?? null;
  return { rows: await findAround(ctx, series.codigo, from, to), failure };
}

/**
 * A series with a value every day is exact; in the others the newest value applies until the next
 * one.
 */
function inForce(
  series: IndicatorSeries,
  rows: readonly PublishedValue[],
  day: Fecha,
  today: Fecha,
): PublishedValue | null {
  const newest = rows.find(({ fecha }) => fecha <= day) ?? null;
  if (newest === null || newest.fecha === day) return newest;
  if (series.stepDays === 1) return null;
  if (day <= today) return newest;
  // For a future day the next value may still be published: only a month's value is sure to last.
  const lasts = series.frecuencia === "mensual" && monthOfDay(newest.fecha) === monthOfDay(day);
  return lasts ? newest : null;
}

function reading({ times }: Source, { fecha, valor }: PublishedValue): IndicatorReading {
  return { fecha, valor: valor * times };
}
