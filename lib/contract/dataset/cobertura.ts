import * as z from "zod";
import { Fecha, periodoOfDay, todayInSantiago } from "#lib/chile/index.ts";
import { askedMonths, oldestSyncable, type AskedMonth, type AskedPart } from "./asked-part.ts";
import {
  canGain,
  dayRead,
  extentOf,
  wholeTo,
  type AskedReading,
  type CoverageEntry,
} from "./coverage-entry.ts";

/**
 * How complete an answer from stored rows is. D is the day in Santiago of a month's last reading.
 *
 * The requested period is what the filters name, cut at today; without days, the months read and
 * the current one or, for a snapshot and a list without days, today.
 * - A month is complete when it was read completely: to its end, or to the day before D if it was
 *   current then. A snapshot is complete when only today is requested and D is today. Accounts,
 *   which come with any module, are judged by the readings that covered them.
 * - `completo`: all requested days are complete. `nunca_sincronizado`: no requested month was ever
 *   read, or all of it is in the future. `parcial`: anything else. `hastaDia` is the last requested
 *   day before the first gap.
 * - `siguiente` syncs the newest month with a gap that a sync today can narrow: one never read, one
 *   that was current when it was read before today, one with missing rows. Otherwise it is null:
 *   nobody is told to request what is too old, in the future, or as complete as it can be today, or
 *   rows that the portal itself withholds (a list cut at its limit).
 * - In a module that closes in the next month nothing is complete until a reading after that day.
 * - One account is judged by its own part of the reading. The lines of a header are judged by their
 *   number: see cobertura-of-lines.ts.
 */
export const Cobertura = z
  .strictObject({
    estado: z
      .enum(["nunca_sincronizado", "parcial", "completo"])
      .describe(
        "Si lo pedido está sincronizado: una lista vacía solo significa algo si es completo",
      ),
    periodos: z
      .array(z.string())
      .describe("Los meses de los que habla, del más antiguo al más nuevo"),
    hastaDia: Fecha.nullable().describe(
      "Último día pedido hasta el que no falta nada; el día de una lectura no está completo",
    ),
    ultimaSincronizacionEn: z.iso
      .datetime()
      .nullable()
      .describe("Cuándo se leyó el más nuevo de los meses pedidos que se han leído"),
    siguiente: z
      .strictObject({
        tool_id: z
          .string()
          .describe("La herramienta que se llama: conexion.sincronizar del sistema"),
        input: z
          .strictObject({
            periodo: z
              .string()
              .describe("El mes más nuevo del que hoy se puede traer más, AAAA-MM"),
            alcances: z
              .array(z.string())
              .optional()
              .describe("El módulo de estas filas; sin él, todos los habilitados"),
          })
          .describe("Su entrada, tal cual"),
        connection_id: z.string().describe("La conexión con la que se llama"),
      })
      .nullable()
      .describe(
        "La llamada que trae más de lo que falta, lista para enviar; null si hoy ninguna puede",
      ),
  })
  .describe("Cuánto está guardado de todo lo pedido, no solo de esta página");
export type Cobertura = z.infer<typeof Cobertura>;

export interface CoverageQuestion {
  entries: readonly CoverageEntry[];
  /** The module that the rows belong to; null when any module returns them. */
  alcance: string | null;
  /** Snapshots, and lists without days: past days cannot be filled in. */
  momentary: boolean;
  /** The module's; see `Alcance`. */
  closingDay?: number | undefined;
  asked: AskedPart;
  /** The one requested account, which is then judged by its own reading. */
  account: string | null;
  now: Date;
  connector: string;
  connectionId: string;
}

/** What is known of the requested part, and the call that would fill its gap. */
export function coberturaOf(question: CoverageQuestion): Cobertura {
  return question.momentary ? ofSnapshots(question) : ofMonths(question);
}

function ofMonths(question: CoverageQuestion): Cobertura {
  const { entries, asked, account, closingDay, now } = question;
  const today = todayInSantiago(now);
  const readings = new Map(entries.map((entry) => [entry.periodo, entry]));
  const { months, olderDays } = askedMonths(asked, [...readings.keys()], today);
  const judged = months.map((month) => {
    const entry = readings.get(month.periodo);
    const { periodo } = month;
    return judge(month, entry && { entry, periodo, account, closingDay }, today);
  });
  const read = judged.flatMap(({ entry }) => entry ?? []);
  const gaps = judged.filter(({ isWhole }) => !isWhole);
  const next = gaps.findLast(
    ({ canGain: gains, periodo }) => gains && periodo >= oldestSyncable(today),
  );
  const whole = gaps.length === 0 && !olderDays;
  return {
    estado: read.length === 0 ? "nunca_sincronizado" : whole ? "completo" : "parcial",
    periodos: months.map(({ periodo }) => periodo),
    hastaDia: olderDays ? null : lastBeforeGap(judged),
    ultimaSincronizacionEn: read.at(-1)?.readAt ?? null,
    siguiente: next === undefined ? null : syncOf(question, next.periodo),
  };
}

interface JudgedMonth extends AskedMonth {
  entry: CoverageEntry | undefined;
  /** The last requested day that is complete, as are all before it in the month. */
  wholeTo: Fecha | null;
  isWhole: boolean;
  canGain: boolean;
}

function judge(month: AskedMonth, reading: AskedReading | undefined, today: Fecha): JudgedMonth {
  if (reading === undefined) {
    return { ...month, entry: undefined, wholeTo: null, isWhole: false, canGain: true };
  }
  const end = wholeTo(reading);
  const isWhole = end !== null && end >= month.last;
  const known = end !== null && end >= month.first ? end : null;
  return {
    ...month,
    entry: reading.entry,
    wholeTo: isWhole ? month.last : known,
    isWhole,
    canGain: canGain(reading, today),
  };
}

function lastBeforeGap(months: readonly JudgedMonth[]): Fecha | null {
  const gap = months.findIndex(({ isWhole }) => !isWhole);
  if (gap === -1) return months.at(-1)?.last ?? null;
  return months[gap]?.wholeTo ?? months[gap - 1]?.last ?? null;
}

function ofSnapshots(question: CoverageQuestion): Cobertura {
  const { entries, asked, account, now } = question;
  const today = todayInSantiago(now);
  const unnamed = asked.from === undefined && asked.to === undefined;
  const read = entries.map(({ periodo }) => periodo);
  const { months } = askedMonths(unnamed ? { from: today, to: today } : asked, read, today);
  const periodos: string[] = months.map(({ periodo }) => periodo);
  // A sync queued in one month may take its snapshot in the next.
  const monthsOf = (entry: CoverageEntry) => [entry.periodo, periodoOfDay(dayRead(entry))];
  const known = entries.filter(
    (entry) => unnamed || monthsOf(entry).some((month) => periodos.includes(month)),
  );
  const asksToday = months.at(-1)?.last === today;
  const ofToday = known.filter((entry) => dayRead(entry) === today);
  const extents = ofToday.map((entry) => extentOf({ entry, account }));
  const taken = extents.includes("whole");
  const gains = extents.every((extent) => extent === "missed");
  const whole = taken && months.length === 1 && months[0]?.first === today;
  return {
    estado: known.length === 0 ? "nunca_sincronizado" : whole ? "completo" : "parcial",
    periodos,
    hastaDia: whole ? today : null,
    ultimaSincronizacionEn:
      known
        .map(({ readAt }) => readAt)
        .toSorted()
        .at(-1) ?? null,
    siguiente: asksToday && gains ? syncOf(question, periodoOfDay(today)) : null,
  };
}

/** The call that reads a month of the module again. */
export function syncOf(
  {
    connector,
    connectionId,
    alcance,
  }: Pick<CoverageQuestion, "connector" | "connectionId" | "alcance">,
  periodo: string,
): Cobertura["siguiente"] {
  return {
    tool_id: `${connector}.conexion.sincronizar`,
    input: { periodo, ...(alcance !== null && { alcances: [alcance] }) },
    connection_id: connectionId,
  };
}
