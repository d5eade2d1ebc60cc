import type { Fecha } from "./fecha.ts";

// Building one takes some ms: not at import, to keep cold starts fast, and only once.
let ofMoments: Intl.DateTimeFormat | undefined;
let ofDays: Intl.DateTimeFormat | undefined;

/** `martes 11 de agosto a las 15:30`, in Santiago time. */
export function momentText(instant: Date): string {
  ofMoments ??= new Intl.DateTimeFormat("es-CL", {
    timeZone: "America/Santiago",
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = new Map(ofMoments.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? "";
  const day = `${part("weekday")} ${part("day")} de ${part("month")}`;
  return `${day} a las ${part("hour")}:${part("minute")}`;
}

/** `31 de diciembre de 2026`. */
export function longDayText(fecha: Fecha): string {
  ofDays ??= new Intl.DateTimeFormat("es-CL", { timeZone: "UTC", dateStyle: "long" });
  return ofDays.format(new Date(`${fecha}T12:00:00Z`));
}
