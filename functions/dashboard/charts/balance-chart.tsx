import { addDays, daysBetween, displaySigned, type Fecha } from "#lib/chile/index.ts";
import type { BalanceSteps } from "#lib/records/index.ts";
import { balanceText } from "../texts/connection-words.ts";
import { FiguresTable } from "./figures-table.tsx";

const width = 320;
const height = 120;
const top = 8;
const bottom = 100;

interface BalanceProps {
  account: string;
  moneda: string;
  /** The figures of one account in one currency. */
  steps: readonly BalanceSteps[];
  from: Fecha;
  to: Fecha;
}

/** Balances day by day, as steps. A day without a snapshot, or without a balance from the bank, is a gap. */
export function BalanceChart({ account, moneda, steps, from, to }: BalanceProps) {
  const days = daysBetween(from, to) + 1;
  const values = steps.flatMap((one) => one.days.flatMap(({ value }) => value ?? []));
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const scale = (bottom - top) / Math.max(most - least, 1);
  const yOf = (value: number): number => bottom - (value - least) * scale;
  const id = `saldo-${account.replaceAll(/[^0-9A-Za-z]/g, "")}-${moneda}`;
  const label = (value: number): string => displaySigned(value, moneda);
  const fechas = [
    ...new Set(steps.flatMap((one) => one.days.map(({ fecha }) => fecha))),
  ].toSorted();
  return (
    <>
      <figure class="chart">
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-t ${id}-d`}>
          <title id={`${id}-t`}>{`Saldo de la cuenta ${account}, ${from} a ${to}`}</title>
          <desc id={`${id}-d`}>
            {`${fechas.length} de ${days} días con foto. Entre ${label(Math.min(...values, Infinity))} y ${label(Math.max(...values, -Infinity))}.`}
          </desc>
          <path class="axis" d={`M0 ${short(yOf(0))}H${width}`} />
          {steps.slice(0, 2).map((one, n) => (
            <path class={n === 0 ? "line-a" : "line-b"} d={stepsOf(one, { from, days, yOf })} />
          ))}
          <text x="0" y={height - 4}>
            {from}
          </text>
          <text x={width} y={height - 4} text-anchor="end">
            {to}
          </text>
        </svg>
        <figcaption>
          {steps.slice(0, 2).map(({ field }, n) => (
            <span class={n === 0 ? "key-a" : "key-b"}>{balanceText(field)}</span>
          ))}
          <span class="key-none">La raya es cero</span>
        </figcaption>
      </figure>
      <FiguresTable
        summary="Las mismas cifras, día por día"
        caption={`Cuenta ${account}, ${moneda}. Los días que faltan no tienen foto.`}
        head="Día"
        columns={steps.map(({ field }) => balanceText(field))}
        numbers
        rows={fechas.toReversed()}
        nameOf={(fecha) => fecha}
        cellOf={(fecha, n) => textOf(steps[n], fecha, label)}
      />
    </>
  );
}

/** One path for each run of days with figures. */
function stepsOf(
  { days: known }: BalanceSteps,
  { from, days, yOf }: { from: Fecha; days: number; yOf(value: number): number },
): string {
  const step = width / days;
  const values = new Map(known.map(({ fecha, value }) => [fecha, value]));
  let path = "";
  let before: number | null = null;
  for (let n = 0; n < days; n += 1) {
    const value = values.get(addDays(from, n)) ?? null;
    if (value !== null) {
      const y = short(yOf(value));
      path += before === null ? `M${short(n * step)} ${y}` : before === value ? "" : `V${y}`;
      path += `h${short(step)}`;
    }
    before = value;
  }
  return path;
}

function textOf(
  steps: BalanceSteps | undefined,
  fecha: string,
  label: (value: number) => string,
): string {
  const day = steps?.days.find((one) => one.fecha === fecha);
  if (day === undefined) return "sin foto";
  return day.value === null ? "no informado" : label(day.value);
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
