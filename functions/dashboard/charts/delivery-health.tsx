import type { EndpointHealth, HealthHour } from "#lib/webhooks/index.ts";
import { causeText } from "../texts/webhook-words.ts";
import { hourText } from "../texts/words.ts";

const width = 320;
const height = 96;
const baseline = 78;
const step = width / 24;

const series = [
  { key: "delivered", label: "Entregados" },
  { key: "retried", label: "Se reintentan" },
  { key: "failed", label: "Fallidos" },
] as const;

/** With fewer attempts a picture would say more than is known. */
const leastForPicture = 5;

/** A day of attempts by the hour, the figures of it, and why they failed. */
export function DeliveryHealth({ health }: { health: EndpointHealth }) {
  const { hours, attempts, p50, p95, causes } = health;
  if (attempts === 0) return <p>Ningún intento en las últimas 24 horas.</p>;
  return (
    <>
      {attempts >= leastForPicture && <Bars hours={hours} />}
      <dl class="facts">
        <dt>Intentos</dt>
        <dd>{attempts}</dd>
        <dt>Respuesta</dt>
        <dd>
          {p50 === null || p95 === null
            ? "ninguna"
            : `la mitad en ${p50} ms o menos, 95 de cada 100 en ${p95} ms o menos`}
        </dd>
        {causes.map(({ cause, count }) => (
          <>
            <dt>{causeText(cause)}</dt>
            <dd>{count}</dd>
          </>
        ))}
      </dl>
      <details>
        <summary>Las mismas cifras, hora por hora</summary>
        <table class="list" role="table">
          <caption>
            Intentos por hora, de Santiago. Los que no llegaron a enviarse no tienen hora.
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                Hora
              </th>
              {series.map(({ label }) => (
                <th scope="col" role="columnheader" class="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {hours.map((hour) => (
              <tr role="row">
                <th scope="row" role="rowheader">
                  {hourText(hour.at)}
                </th>
                {series.map(({ key, label }) => (
                  <td role="cell" class="number" data-head={label}>
                    <div>{hour[key]}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function Bars({ hours }: { hours: readonly HealthHour[] }) {
  const most = Math.max(...hours.map(totalOf));
  const [first, last] = [hours[0], hours.at(-1)];
  const sums = series.map(({ key, label }) => `${label}: ${hours.reduce((n, h) => n + h[key], 0)}`);
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby="salud-t salud-d">
        <title id="salud-t">Intentos de entrega por hora, últimas 24 horas</title>
        <desc id="salud-d">{`${sums.join(". ")}. En la hora con más: ${most}.`}</desc>
        <defs>
          <pattern id="raya" width="4" height="4" patternUnits="userSpaceOnUse">
            <path class="warn-line" d="M0 4 4 0" />
          </pattern>
          <pattern id="punto" width="3" height="3" patternUnits="userSpaceOnUse">
            <path class="bad-line" d="M0 0h3M0 0v3" />
          </pattern>
        </defs>
        {series.map(({ key }) => (
          <path class={`bar-${key}`} d={barsOf(hours, key, most)} />
        ))}
        <path class="axis" d={`M0 ${baseline}H${width}`} />
        <text x="0" y={height - 4}>
          {first === undefined ? "" : hourText(first.at)}
        </text>
        <text x={width} y={height - 4} text-anchor="end">
          {last === undefined ? "" : hourText(last.at)}
        </text>
      </svg>
      <figcaption>
        {series.map(({ key, label }) => (
          <span class={`key-${key}`}>{label}</span>
        ))}
      </figcaption>
    </figure>
  );
}

/** All bars of a series as one shape, each on top of those before it. */
function barsOf(
  hours: readonly HealthHour[],
  key: (typeof series)[number]["key"],
  most: number,
): string {
  const scale = (baseline - 6) / Math.max(most, 1);
  return hours
    .flatMap((hour, n) => {
      if (hour[key] === 0) return [];
      const under =
        key === "delivered" ? 0 : hour.delivered + (key === "failed" ? hour.retried : 0);
      const x = short(n * step + 1);
      const y = short(baseline - under * scale);
      return [`M${x} ${y}v${short(-hour[key] * scale)}h${short(step - 2)}V${y}z`];
    })
    .join("");
}

function totalOf({ delivered, retried, failed }: HealthHour): number {
  return delivered + retried + failed;
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
