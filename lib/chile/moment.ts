import type { Fecha } from "./fecha.ts";

const santiago = new Intl.DateTimeFormat("es-CL", {
  timeZone: "America/Santiago",
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** `martes 11 de agosto a las 15:30`, where the person is. */
export function momentText(instant: Date): string {
  const parts = new Map(santiago.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? "";
  const day = `${part("weekday")} ${part("day")} de ${part("month")}`;
  return `${day} a las ${part("hour")}:${part("minute")}`;
}

const day = new Intl.DateTimeFormat("es-CL", { timeZone: "UTC", dateStyle: "long" });

/** `31 de diciembre de 2026`. */
export function longDayText(fecha: Fecha): string {
  return day.format(new Date(`${fecha}T12:00:00Z`));
}
