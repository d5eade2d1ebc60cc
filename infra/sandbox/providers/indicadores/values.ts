import { dayOf, daysIn, movePeriod, periodOf } from "../../generator/calendar.ts";
import { randomFor } from "../../generator/random.ts";

/** Values of a day or month, made only from the code and the date. */
export function valueOf(codigo: string, day: string): number {
  const period = periodOf(day);
  switch (codigo) {
    case "uf":
      return readjusted("uf", day);
    case "ivp":
      return readjusted("ivp", day);
    case "utm":
      return unitOf(period);
    case "uta":
      return unitOf(period) * 12;
    case "ipc":
      return inflationOf(period);
    case "imacec":
      return tenths("imacec", period, -15, 50);
    case "tasa_desempleo":
      return tenths("tasa_desempleo", period, 80, 92);
    case "tpm":
      return randomFor("tpm", period.slice(0, 4), quarterOf(period)).between(18, 23) / 4;
    default:
      return quoted(codigo, day);
  }
}

const quotes: Record<string, { min: number; max: number; noise: number }> = {
  dolar: { min: 88_000, max: 99_000, noise: 400 },
  dolar_intercambio: { min: 74_000, max: 79_000, noise: 200 },
  euro: { min: 98_000, max: 112_000, noise: 500 },
  libra_cobre: { min: 390, max: 520, noise: 4 },
  bitcoin: { min: 6_200_000, max: 11_400_000, noise: 90_000 },
};

/** In cents: between the anchors of two months, slightly off the line. */
function quoted(codigo: string, day: string): number {
  const { min, max, noise } = quotes[codigo] ?? { min: 100, max: 100, noise: 0 };
  const period = periodOf(day);
  const anchor = (month: string) => randomFor(codigo, month, "anchor").between(min, max);
  const share = (Number(day.slice(8)) - 1) / daysIn(period);
  const line = anchor(period) + (anchor(movePeriod(period, 1)) - anchor(period)) * share;
  return (Math.round(line) + randomFor(codigo, day).between(-noise, noise)) / 100;
}

function inflationOf(period: string): number {
  return tenths("ipc", period, -2, 9);
}

function tenths(codigo: string, period: string, min: number, max: number): number {
  return randomFor(codigo, period).between(min, max) / 10;
}

function quarterOf(period: string): number {
  return Math.ceil(Number(period.slice(5)) / 3);
}

/** From the 10th to the 9th of the next month the value moves by the previous month's inflation. */
function readjusted(codigo: "uf" | "ivp", day: string): number {
  const period = periodOf(day);
  const started = Number(day.slice(8)) >= 10 ? period : movePeriod(period, -1);
  const from = onTheNinth(codigo, started);
  const to = onTheNinth(codigo, movePeriod(started, 1));
  const passed = (Date.parse(day) - Date.parse(dayOf(started, 9))) / 86_400_000;
  return Math.round(from + ((to - from) * passed) / daysIn(started)) / 100;
}

const firstPeriod = "2020-01";
const firstCents = { uf: 2_831_000, ivp: 2_941_000, utm: 4_967_300 };
const levels = new Map<string, number>();

function onTheNinth(codigo: "uf" | "ivp", period: string): number {
  return levelOf(codigo, period, (month) =>
    codigo === "uf"
      ? inflationOf(movePeriod(month, -2))
      : randomFor("ivp", month).between(1, 5) / 10,
  );
}

function unitOf(period: string): number {
  return Math.round(levelOf("utm", period, (month) => inflationOf(movePeriod(month, -2))) / 100);
}

function levelOf(
  codigo: keyof typeof firstCents,
  period: string,
  percentOf: (period: string) => number,
): number {
  if (period <= firstPeriod) return firstCents[codigo];
  const key = `${codigo}|${period}`;
  const known = levels.get(key);
  if (known !== undefined) return known;
  const before = levelOf(codigo, movePeriod(period, -1), percentOf);
  const level = Math.round(before * (1 + percentOf(period) / 100));
  levels.set(key, level);
  return level;
}
