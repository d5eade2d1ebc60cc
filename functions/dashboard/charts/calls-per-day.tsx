import type { CallDay } from "#lib/audit/index.ts";
import { FiguresTable } from "./figures-table.tsx";
import { StackedBars } from "./stacked-bars.tsx";

/** The same classes as for deliveries: done, in doubt, failed. */
const series = [
  { key: "delivered", label: "Bien" },
  { key: "retried", label: "Rechazadas (4xx)" },
  { key: "failed", label: "Fallidas (5xx)" },
] as const;

/** Calls per day in Santiago; a day not added up yet is a gap. */
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
      <FiguresTable
        summary="Las mismas cifras, día por día"
        caption="Llamadas por día, de Santiago"
        head="Día"
        columns={series.map(({ label }) => label)}
        numbers
        rows={days.toReversed()}
        nameOf={({ day }) => <time datetime={day}>{shortDay(day)}</time>}
        cellOf={({ calls }, n) => {
          if (calls === null) return "sin datos";
          return ([calls.ok, calls.refused, calls.failed][n] ?? 0).toLocaleString("es-CL");
        }}
      />
    </>
  );
}

/** `22-11`. */
function shortDay(day: string): string {
  const [, month, date] = day.split("-");
  return `${date}-${month}`;
}
