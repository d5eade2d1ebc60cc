const width = 320;
const height = 96;
const baseline = 78;

interface Series {
  /** The suffix of the classes `bar-…` and `key-…`. */
  key: string;
  label: string;
}

interface Slot {
  /** The slot's time, shown under the first and the last. */
  label: string;
  /** One for each series, the lowest first; null if unknown, which is not zero. */
  values: readonly number[] | null;
}

interface BarsProps {
  /** The prefix of its element ids, unique on the page. */
  name: string;
  title: string;
  /** `En la hora con más`. */
  mostLabel: string;
  series: readonly Series[];
  slots: readonly Slot[];
}

/** Stacked bars of several series; a line under the axis marks slots without data. */
export function StackedBars({ name, title, mostLabel, series, slots }: BarsProps) {
  const most = Math.max(0, ...slots.map(({ values }) => sum(values ?? [])));
  const sums = series.map(
    ({ label }, n) => `${label}: ${sum(slots.map(({ values }) => values?.[n] ?? 0))}`,
  );
  const gaps = slots.filter(({ values }) => values === null).length;
  const [first, last] = [slots[0], slots.at(-1)];
  const unknown = gaps === 0 ? "" : ` Sin datos: ${gaps}.`;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${name}-t ${name}-d`}>
        <title id={`${name}-t`}>{title}</title>
        <desc id={`${name}-d`}>{`${sums.join(". ")}. ${mostLabel}: ${most}.${unknown}`}</desc>
        <defs>
          <pattern id="raya" width="4" height="4" patternUnits="userSpaceOnUse">
            <path class="warn-line" d="M0 4 4 0" />
          </pattern>
          <pattern id="punto" width="3" height="3" patternUnits="userSpaceOnUse">
            <path class="bad-line" d="M0 0h3M0 0v3" />
          </pattern>
        </defs>
        {series.map(({ key }, n) => (
          <path class={`bar-${key}`} d={barsOf(slots, n, most)} />
        ))}
        <path class="axis" d={`M0 ${baseline}H${width}`} />
        {gaps > 0 && <path class="gap" d={gapsOf(slots)} />}
        <text x="0" y={height - 4}>
          {first?.label ?? ""}
        </text>
        <text x={width} y={height - 4} text-anchor="end">
          {last?.label ?? ""}
        </text>
      </svg>
      <figcaption>
        {series.map(({ key, label }) => (
          <span class={`key-${key}`}>{label}</span>
        ))}
        {gaps > 0 && <span class="key-gap">Sin datos</span>}
      </figcaption>
    </figure>
  );
}

/** All bars of a series as one shape, each on top of the series before. */
function barsOf(slots: readonly Slot[], series: number, most: number): string {
  const scale = (baseline - 6) / Math.max(most, 1);
  const step = width / slots.length;
  return slots
    .flatMap(({ values }, n) => {
      const value = values?.[series] ?? 0;
      if (values === null || value === 0) return [];
      const x = short(n * step + 1);
      const y = short(baseline - sum(values.slice(0, series)) * scale);
      return [`M${x} ${y}v${short(-value * scale)}h${short(step - 2)}V${y}z`];
    })
    .join("");
}

function gapsOf(slots: readonly Slot[]): string {
  const step = width / slots.length;
  return slots
    .flatMap(({ values }, n) =>
      values === null ? [`M${short(n * step + 1)} ${baseline}h${short(step - 2)}`] : [],
    )
    .join("");
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
