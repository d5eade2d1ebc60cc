import type { EndpointHealth, HealthHour } from "#lib/webhooks/index.ts";
import { causeText } from "../texts/webhook-words.ts";
import { hourText } from "../texts/words.ts";
import { FiguresTable } from "./figures-table.tsx";
import { StackedBars } from "./stacked-bars.tsx";

const series = [
  { key: "delivered", label: "Entregados" },
  { key: "retried", label: "Se reintentan" },
  { key: "failed", label: "Fallidos" },
] as const;

/** With fewer attempts a picture would suggest more than is known. */
const leastForPicture = 5;

/** A day of attempts by the hour, their figures, and why they failed. */
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
      <FiguresTable
        summary="Las mismas cifras, hora por hora"
        caption="Intentos por hora, de Santiago. Los que no llegaron a enviarse no tienen hora."
        head="Hora"
        columns={series.map(({ label }) => label)}
        numbers
        rows={hours}
        nameOf={({ at }) => hourText(at)}
        cellOf={(hour, n) => valuesOf(hour)[n]}
      />
    </>
  );
}

function Bars({ hours }: { hours: readonly HealthHour[] }) {
  return (
    <StackedBars
      name="salud"
      title="Intentos de entrega por hora, últimas 24 horas"
      mostLabel="En la hora con más"
      series={series}
      slots={hours.map((hour) => ({
        label: hourText(hour.at),
        values: valuesOf(hour),
      }))}
    />
  );
}

/** In the order of the series. */
function valuesOf(hour: HealthHour): number[] {
  return series.map(({ key }) => hour[key]);
}
