import type { CallDay } from "#lib/audit/index.ts";
import { StackedBars } from "./stacked-bars.tsx";

/** The classes are those of deliveries: done, in doubt, failed. */
const series = [
  { key: "delivered", label: "Bien" },
  { key: "retried", label: "Rechazadas (4xx)" },
  { key: "failed", label: "Fallidas (5xx)" },
] as const;

/** The calls of some days, in Santiago; a day that nobody added up is a gap. */
export function CallsPerDay({ days }: { days: readonly CallDay[] }) {
  if (days.every(({ calls }) => calls === null)) {
    return <p>Todavía no hay cifras: se suman cada cinco minutos.</p>;
  }
  return (
    <>
      <StackedBars
        name="llamadas"
        title={`Llamadas por día, últimos ${days.length} días`}
        mostLabel="En el día con más"
        series={series}
        slots={days.map(({ day, calls }) => ({
          label: shortDay(day),
          values: calls === null ? null : [calls.ok, calls.refused, calls.failed],
        }))}
      />
      <details>
        <summary>Las mismas cifras, día por día</summary>
        <table class="list" role="table">
          <caption>Llamadas por día, de Santiago</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                Día
              </th>
              {series.map(({ label }) => (
                <th scope="col" role="columnheader" class="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {days.toReversed().map((day) => (
              <Row day={day} />
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function Row({ day: { day, calls } }: { day: CallDay }) {
  const figures = calls === null ? null : [calls.ok, calls.refused, calls.failed];
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <time datetime={day}>{shortDay(day)}</time>
      </th>
      {series.map(({ label }, n) => (
        <td role="cell" class="number" data-head={label}>
          <div>{figures === null ? "sin datos" : (figures[n] ?? 0).toLocaleString("es-CL")}</div>
        </td>
      ))}
    </tr>
  );
}

/** `22-11`. */
function shortDay(day: string): string {
  const [, month, date] = day.split("-");
  return `${date}-${month}`;
}
