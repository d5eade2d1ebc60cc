import { dayMs, hourMs, minuteMs } from "./clock.ts";

const units = [
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
  ["second", 1_000],
] as const;

/** `90 seconds`, `1 hour`: a duration in the largest unit that divides it. */
export function spoken(durationMs: number): string {
  const { count, unit } = inLargestUnit(durationMs);
  return counted(count, unit);
}

const inSpanish = { day: "día", hour: "hora", minute: "minuto", second: "segundo" } as const;

/** `90 segundos`, `1 hora`: the same for people. */
export function spokenInSpanish(durationMs: number): string {
  const { count, unit } = inLargestUnit(durationMs);
  return counted(count, inSpanish[unit]);
}

function inLargestUnit(durationMs: number) {
  const [unit, unitMs] = units.find(([, each]) => durationMs % each === 0) ?? units[3];
  return { count: durationMs / unitMs, unit };
}

/** `1 attempt`, `6 attempts`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/**
 * `1,000,000`. Without the locale, whose tables would be loaded at every cold start just for this.
 */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
