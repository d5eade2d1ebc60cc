import { dayOf, movePeriod, periodOf } from "../../../generator/calendar.ts";

export type AnnulmentMode = "immediate" | "by_receiver";

export interface Annulment {
  askedAt: Date;
  cause: number;
  mode: AnnulmentMode;
  /** The last day on which the receiver's answer counts; null if nobody is asked. */
  until: string | null;
  answer: { word: "accepted" | "rejected" | "lapsed"; at: Date } | null;
}

export const annulmentCauses: Record<number, string> = {
  1: "No se efectuó el pago",
  2: "No se efectuó la prestación",
  3: "Error en la digitación",
};

interface AnnulmentWindow {
  mode: AnnulmentMode;
  until: string;
}

/**
 * Until day 10 of the month after the receipt the issuer annuls alone; then the receiver is asked, until 1 March of
 * the next year; after that nobody can annul.
 */
export function annulmentWindow(day: string, today: string): AnnulmentWindow | undefined {
  const alone = dayOf(movePeriod(periodOf(day), 1), 10);
  if (today <= alone) return { mode: "immediate", until: alone };
  const together = `${Number(day.slice(0, 4)) + 1}-03-01`;
  return today <= together ? { mode: "by_receiver", until: together } : undefined;
}
