import type { CallRow } from "#lib/audit/index.ts";
import { counted } from "./words.ts";

/** How far back the list goes, by the form's value. */
export const auditSpans = [
  { value: "1h", label: "La última hora", hours: 1 },
  { value: "24h", label: "Las últimas 24 horas", hours: 24 },
  { value: "7d", label: "Los últimos 7 días", hours: 7 * 24 },
  { value: "31d", label: "Los últimos 31 días", hours: 31 * 24 },
] as const;

export const usualSpan = auditSpans[1];

export const outcomeKinds = [
  { value: "ok", label: "Bien" },
  { value: "refused", label: "Rechazadas (4xx)" },
  { value: "failed", label: "Fallidas (5xx)" },
] as const;

export function actorKindText(kind: string): string {
  switch (kind) {
    case "api_key":
      return "clave";
    case "oauth":
      return "aplicación";
    case "member":
      return "persona";
    case "link":
      return "enlace";
    case "operator":
      return "operador";
    case "system":
      return "el sistema";
    default:
      return kind;
  }
}

/** A call's outcome in a word, and how it is shown. */
export function outcomeText({
  outcome,
  httpStatus,
  calls,
}: Pick<CallRow, "outcome" | "httpStatus" | "calls">): {
  text: string;
  kind: "good" | "bad" | "plain";
} {
  if (calls !== null) {
    return { text: counted(calls, "rechazada más", "rechazadas más"), kind: "bad" };
  }
  if (outcome === "started") return { text: "en curso", kind: "plain" };
  if (outcome === "ok") return { text: "ok", kind: "good" };
  return { text: outcome, kind: httpStatus !== null && httpStatus >= 400 ? "bad" : "plain" };
}
