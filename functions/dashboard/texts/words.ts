import { Fecha, formatRut, Rut, startOfDay } from "#lib/chile/index.ts";
import type { Role } from "#lib/identity/people/index.ts";
import { unseenClasses } from "#lib/kernel/clean-text.ts";
import { latePattern } from "#lib/kernel/late-pattern.ts";

export function roleText(role: Role): string {
  switch (role) {
    case "owner":
      return "Dueño";
    case "admin":
      return "Administrador";
    case "member":
      return "Miembro";
  }
}

/** Null for a value that no form of ours sends. */
export function roleOf(text: string | null): Role | null {
  return text === "owner" || text === "admin" || text === "member" ? text : null;
}

export function roleMeaning(role: Role): string {
  switch (role) {
    case "owner":
      return "Ves y decides todo: conexiones, claves, personas, plan y la organización misma.";
    case "admin":
      return "Ves todo y administras conexiones, claves, webhooks y personas, menos a los dueños.";
    case "member":
      return "Ves los datos y el estado de las conexiones, y das acceso de lectura a tus propios agentes.";
  }
}

/** The same about somebody else, for the person who chooses it. */
export function roleRights(role: Role): string {
  switch (role) {
    case "owner":
      return "ve y decide todo: conexiones, claves, personas, plan y la organización misma.";
    case "admin":
      return "ve todo y administra conexiones, claves, webhooks y personas, menos a los dueños.";
    case "member":
      return "ve los datos y el estado de las conexiones, y da acceso de lectura a sus propios agentes.";
  }
}

const time = new Intl.DateTimeFormat("es-CL", {
  timeZone: "America/Santiago",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** `15:30`, in Santiago. */
export function hourText(instant: Date): string {
  return time.format(instant);
}

const day = new Intl.DateTimeFormat("es-CL", {
  timeZone: "America/Santiago",
  day: "numeric",
  month: "long",
  year: "numeric",
});

/** `3 de noviembre de 2026, 15:30`, in Santiago. */
export function dayText(instant: Date): string {
  return `${day.format(instant)}, ${hourText(instant)}`;
}

/** `3 de noviembre de 2026`, from a stored day. */
export function dateText(fecha: string): string {
  return day.format(startOfDay(Fecha.parse(fecha)));
}

/** `76.555.835-2`; anything but a RUT unchanged. */
export function rutText(text: string): string {
  const rut = Rut.safeParse(text);
  return rut.success ? formatRut(rut.data) : plainText(text);
}

const number = new Intl.NumberFormat("es-CL", { maximumFractionDigits: 6 });

/** `1.234,5`: a number as written in Chile, with all the decimals that a document can have. */
export function numberText(value: number): string {
  return number.format(value);
}

/** `1 fila`, `1.200 filas`. */
export function counted(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** A price per unit in pesos, which unlike an amount may have decimals: `$1.234,56`. */
export function unitPriceText(price: number): string {
  return `$${numberText(price)}`;
}

const stamp = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/Santiago",
  dateStyle: "short",
  timeStyle: "medium",
});

/** `2026-11-03 15:30:05`, in Santiago: for lists, where people compare times. */
export function stampText(instant: Date): string {
  return stamp.format(instant);
}

const longestText = 500;
const hidden = latePattern(`[${unseenClasses}]+`, "gu");

/** Text from clients, portals and people: one line, shortened, without characters that reverse text. */
export function plainText(text: string): string {
  const plain = oneLine(text);
  return plain.length <= longestText ? plain : `${plain.slice(0, longestText - 1)}…`;
}

/** The same without shortening, for fields that are edited. */
export function oneLine(text: string): string {
  return text.replace(hidden(), "").replace(/\s+/g, " ").trim();
}

/** Text shown unchanged, except that invisible characters are spelled as in JSON. */
export function withHiddenSpelled(json: string): string {
  return json.replace(hidden(), (run) =>
    Array.from({ length: run.length }, (_, n) => {
      const unit = run.charCodeAt(n).toString(16).padStart(4, "0");
      return `\\u${unit}`;
    }).join(""),
  );
}

const relative = new Intl.RelativeTimeFormat("es-CL", { numeric: "always" });
const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** `hace 3 horas`, `dentro de 2 días`. */
export function relativeText(instant: Date, now: Date): string {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000);
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return seconds > 0 ? "en menos de un minuto" : "hace menos de un minuto";
}
