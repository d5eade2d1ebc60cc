import { Periodo, todayInSantiago } from "#lib/chile/index.ts";
import { oldestSyncable } from "../dataset/asked-part.ts";
import { syncOf, type Cobertura, type CoverageQuestion } from "../dataset/cobertura.ts";
import { dayRead, wholeTo } from "../dataset/coverage-entry.ts";

/** A stored row that says how many lines it has, and how many of them are stored. */
interface HeaderLines {
  /** The month with which the header and its lines are read. */
  periodo: string;
  expected: number;
  stored: number;
}

/**
 * What is known of one header's lines: nothing while the header itself is not stored, since no
 * month can be named then; everything when exactly as many are stored as it says. Where months
 * close later, the lines are not complete before their month is.
 */
export function coberturaOfLines(
  question: Omit<CoverageQuestion, "momentary" | "asked" | "account">,
  header: HeaderLines | null,
): Cobertura {
  const unknown = { hastaDia: null, ultimaSincronizacionEn: null, siguiente: null };
  if (header === null) return { estado: "nunca_sincronizado", periodos: [], ...unknown };
  const periodo = Periodo.parse(header.periodo);
  const today = todayInSantiago(question.now);
  const entry = question.entries.find((read) => read.periodo === periodo);
  const { closingDay } = question;
  const isOpen =
    closingDay !== undefined &&
    (entry === undefined || wholeTo({ entry, periodo, account: null, closingDay }) === null);
  // A line that the last reading could not read may be stored as an earlier one had it.
  const isRead = entry === undefined || entry.incompletos === 0;
  const whole = header.stored === header.expected && isRead && !isOpen;
  // Lines still missing after a reading were not seen by it, even if it was complete.
  const gains = entry === undefined || entry.status !== "ok" || dayRead(entry) < today;
  return {
    ...unknown,
    estado: whole ? "completo" : "parcial",
    periodos: [periodo],
    ultimaSincronizacionEn: entry?.readAt ?? null,
    siguiente:
      !whole && gains && periodo >= oldestSyncable(today) ? syncOf(question, periodo) : null,
  };
}
