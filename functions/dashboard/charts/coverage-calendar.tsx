import { addMonths, santiagoDayOf, type Periodo } from "#lib/chile/index.ts";
import { closesOn, type Alcance } from "#lib/contract/index.ts";
import type { CoverageMonth } from "#lib/sync/index.ts";
import { monthText } from "../texts/connection-words.ts";
import { FiguresTable } from "./figures-table.tsx";

const months = 24;
const width = 320;
const step = width / months;
const rowHeight = 34;

type Cell = "full" | "part" | "never" | "none";

const words: Record<Cell, string> = {
  full: "Completo",
  part: "Parcial",
  never: "Nunca leído",
  none: "No se puede leer",
};

interface CalendarProps {
  modules: readonly Alcance[];
  covered: readonly CoverageMonth[];
  current: Periodo;
  /** The page of the sync that read it last. */
  syncHref(jobId: string): string;
  /** Where a month that was never read can be synced. */
  readHref(periodo: string): string;
}

/** What was read in the last two years, by module, as a picture and as a table. */
export function CoverageCalendar({ modules, covered, current, syncHref, readHref }: CalendarProps) {
  const periods = Array.from({ length: months }, (_, n) => addMonths(current, n - months + 1));
  const known = new Map(covered.map((one) => [`${one.alcance} ${one.periodo}`, one]));
  const cellOf = (module: Alcance, periodo: Periodo): Cell => {
    const read = known.get(`${module.id} ${periodo}`);
    if (read !== undefined) return isWhole(module, periodo, read) ? "full" : "part";
    return module.currentPeriodOnly && periodo !== current ? "none" : "never";
  };
  const rows = modules.map((module) => ({
    module,
    cells: periods.map((periodo) => cellOf(module, periodo)),
  }));
  const height = rows.length * rowHeight + 16;
  return (
    <>
      <figure class="chart">
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby="cal-t cal-d">
          <title id="cal-t">Meses leídos de cada módulo, últimos 24</title>
          <desc id="cal-d">
            {rows.map(({ module, cells }) => sentenceOf(module, cells)).join(" ")}
          </desc>
          <defs>
            <pattern id="parcial" width="4" height="4" patternUnits="userSpaceOnUse">
              <path class="warn-line" d="M0 4 4 0" />
            </pattern>
          </defs>
          {rows.map(({ module }, n) => (
            <text x="0" y={n * rowHeight + 11}>
              {module.label}
            </text>
          ))}
          {(Object.keys(words) as Cell[]).map((cell) => (
            <path class={cell} d={rows.map((row, n) => runsOf(row.cells, cell, n)).join("")} />
          ))}
          <text x="0" y={height - 3}>
            {monthText(periods[0] ?? current)}
          </text>
          <text x={width} y={height - 3} text-anchor="end">
            {monthText(current)}
          </text>
        </svg>
        <figcaption>
          {(Object.entries(words) as [Cell, string][]).map(([cell, label]) => (
            <span class={`key-${cell}`}>{label}</span>
          ))}
        </figcaption>
      </figure>
      <FiguresTable
        summary="Lo mismo, mes por mes"
        caption="Qué se leyó de cada módulo"
        head="Mes"
        columns={modules.map(({ label }) => label)}
        rows={periods.toReversed()}
        nameOf={(periodo) => monthText(periodo)}
        cellOf={(periodo, n) => textOf(periodo, modules[n])}
      />
    </>
  );

  function textOf(periodo: Periodo, module: Alcance | undefined) {
    if (module === undefined) return null;
    const read = known.get(`${module.id} ${periodo}`);
    const cell = cellOf(module, periodo);
    if (cell === "never") return <a href={readHref(periodo)}>{words[cell]}, leerlo</a>;
    if (read === undefined) return words[cell];
    const left = read.incompletos === 0 ? "" : `, ${read.incompletos} sin leer`;
    return <a href={syncHref(read.jobId)}>{words[cell] + left}</a>;
  }
}

/** A month that closes in the next one is not complete before its closing day has passed. */
function isWhole({ closingDay }: Alcance, periodo: Periodo, read: CoverageMonth): boolean {
  if (read.status !== "ok") return false;
  return closingDay === undefined || santiagoDayOf(read.readAt) > closesOn(periodo, closingDay);
}

/** Equal neighbours become one shape. */
function runsOf(cells: readonly Cell[], wanted: Cell, row: number): string {
  const y = row * rowHeight + 15;
  let path = "";
  for (let from = 0; from < cells.length; from += 1) {
    if (cells[from] !== wanted) continue;
    let to = from;
    while (cells[to + 1] === wanted) to += 1;
    path += `M${short(from * step)} ${y}h${short((to - from + 1) * step - 1)}v13H${short(from * step)}z`;
    from = to;
  }
  return path;
}

function sentenceOf({ label }: Alcance, cells: readonly Cell[]): string {
  const counts = (Object.keys(words) as Cell[])
    .map((cell) => [words[cell].toLowerCase(), cells.filter((one) => one === cell).length] as const)
    .filter(([, count]) => count > 0);
  return `${label}: ${counts.map(([word, count]) => `${count} ${word}`).join(", ")}.`;
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
