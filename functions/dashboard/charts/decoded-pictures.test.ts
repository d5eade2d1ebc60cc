import { describe, expect, test } from "vitest";
import { addDays, addMonths, Fecha, Periodo } from "#lib/chile/index.ts";
import type { CoverageMonth } from "#lib/sync/index.ts";
import { pageAnswer } from "../request/answer.ts";
import { BalanceChart } from "./balance-chart.tsx";
import { CoverageCalendar } from "./coverage-calendar.tsx";

/* Decodes each picture from its shapes, and compares it with the data it was drawn from. */

const width = 320;
const pathOf = (html: string, kind: string): string =>
  new RegExp(`<path class="${kind}" d="([^"]*)"`).exec(html)?.[1] ?? "";

/** Each day with a line, and the line's height. */
function daysDrawn(path: string, days: number): Map<number, number> {
  const drawn = new Map<number, number>();
  let day = 0;
  let y = 0;
  for (const [, command = "", numbers = ""] of path.matchAll(/([MVh])([-\d. ]+)/g)) {
    const [first = 0, second = 0] = numbers.split(" ").map(Number);
    if (command === "M") [day, y] = [Math.round((first * days) / width), second];
    if (command === "V") y = first;
    if (command === "h") drawn.set(day++, y);
  }
  return drawn;
}

describe("balances", () => {
  const from = Fecha.parse("2026-08-25");
  const days = 90;
  const draw = async (values: ReadonlyMap<number, number | null>): Promise<string> => {
    const known = [...values].map(([n, value]) => ({ fecha: addDays(from, n), value }));
    const steps = [{ account: "1", moneda: "CLP", field: "saldoContable", days: known }];
    const to = addDays(from, days - 1);
    const chart = BalanceChart({ account: "1", moneda: "CLP", steps, from, to });
    return (await pageAnswer(chart)).text();
  };

  test("have a step for each day that was seen, and a gap where there was no reading or no balance", async () => {
    const values = new Map<number, number | null>([
      [0, 100],
      [1, 100],
      [3, -50],
      [4, null],
      [5, 0],
      [89, 700],
    ]);
    const html = await draw(values);
    const drawn = daysDrawn(pathOf(html, "line-a"), days);
    const told = [...values].filter((pair): pair is [number, number] => pair[1] !== null);
    expect([...drawn.keys()]).toEqual(told.map(([day]) => day));
    // Higher is more, and equal heights are equal balances.
    const heightOf = (day: number): number => -(drawn.get(day) ?? Number.NaN);
    for (const [day, value] of told) {
      for (const [other, less] of told) {
        expect(Math.sign(heightOf(day) - heightOf(other))).toBe(Math.sign(value - less));
      }
    }
    const zero = Number(/M0 ([-\d.]+)H/.exec(pathOf(html, "axis"))?.[1]);
    expect(drawn.get(5)).toBe(zero);
    expect(drawn.get(3)).toBeGreaterThan(zero);
    expect(html).toContain("6 de 90 días con foto");
    expect(html).toContain("no informado");
  });

  test("that change every day still make a small picture", async () => {
    const html = await draw(
      new Map(Array.from({ length: days }, (_, n) => [n, (n * 7_919_993) % 1e9])),
    );
    expect(daysDrawn(pathOf(html, "line-a"), days).size).toBe(days);
    const svg = /<svg[^]*<\/svg>/.exec(html)?.[0] ?? "";
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(4096);
  });
});

describe("the calendar", () => {
  const months = 24;
  const current = Periodo.parse("2026-11");
  const modules = [
    { id: "movimientos", label: "Movimientos", currentPeriodOnly: false },
    { id: "saldos", label: "Saldos", currentPeriodOnly: true },
  ] as unknown as Parameters<typeof CoverageCalendar>[0]["modules"];
  const month = (alcance: string, periodo: string, incompletos: number | null): CoverageMonth => ({
    alcance,
    periodo,
    status: incompletos === 0 ? "ok" : "partial",
    incompletos: incompletos ?? 0,
    cuentas: null,
    readAt: new Date(),
    jobId: `sjb_${periodo}`,
  });

  /** How each cell is drawn, by row and month. */
  function cellsDrawn(html: string): Map<string, string> {
    const cells = new Map<string, string>();
    for (const kind of ["full", "part", "never", "none"]) {
      for (const [, x, y, w] of pathOf(html, kind).matchAll(/M([\d.]+) (\d+)h([\d.]+)v/g)) {
        const first = Math.round((Number(x) * months) / width);
        const count = Math.round(((Number(w) + 1) * months) / width);
        for (let n = first; n < first + count; n += 1) {
          const place = `${Math.floor(Number(y) / 34)} ${addMonths(current, n - months + 1)}`;
          expect(cells.has(place)).toBe(false);
          cells.set(place, kind);
        }
      }
    }
    return cells;
  }

  test("shows each month as it was read: complete, cut, never, or not readable", async () => {
    const covered = [
      month("movimientos", "2026-11", 0),
      month("movimientos", "2026-10", 3),
      // The portal cut it without saying that rows are missing.
      month("movimientos", "2026-08", null),
      month("movimientos", "2025-01", 0),
      month("saldos", "2026-11", 0),
      month("saldos", "2026-09", 0),
    ];
    const calendar = CoverageCalendar({
      modules,
      covered,
      current,
      syncHref: (jobId) => `/${jobId}`,
      readHref: (periodo) => `?mes=${periodo}`,
    });
    const html = await (await pageAnswer(calendar)).text();
    const cells = cellsDrawn(html);
    expect(cells.size).toBe(2 * months);
    for (let back = 0; back < months; back += 1) {
      const periodo = addMonths(current, -back);
      for (const [row, { id, currentPeriodOnly }] of modules.entries()) {
        const read = covered.find((one) => one.alcance === id && one.periodo === periodo);
        const unread = currentPeriodOnly && back > 0 ? "none" : "never";
        const expected = read === undefined ? unread : read.status === "ok" ? "full" : "part";
        expect(cells.get(`${row} ${periodo}`), `${id} ${periodo}`).toBe(expected);
      }
    }
    expect(html).toContain('<a href="/sjb_2026-10">Parcial, 3 sin leer</a>');
    expect(html).toContain('<a href="/sjb_2026-08">Parcial</a>');
    expect(html).toContain('<a href="?mes=2026-07">Nunca leído, leerlo</a>');
  });

  test("shows a month that closes in the next one as complete only if it was read after that day", async () => {
    const closing = { ...modules[0], closingDay: 14 } as (typeof modules)[number];
    const readOn = (periodo: string, day: string) => ({
      ...month(closing.id, periodo, 0),
      readAt: new Date(`${day}T15:00:00Z`),
    });
    const covered = [
      readOn("2026-11", "2026-11-21"),
      readOn("2026-10", "2026-11-14"),
      readOn("2026-09", "2026-10-15"),
    ];
    const calendar = CoverageCalendar({
      modules: [closing],
      covered,
      current,
      syncHref: (jobId) => `/${jobId}`,
      readHref: (periodo) => `?mes=${periodo}`,
    });
    const cells = cellsDrawn(await (await pageAnswer(calendar)).text());
    const drawn = ["2026-11", "2026-10", "2026-09"].map((periodo) => cells.get(`0 ${periodo}`));
    expect(drawn).toEqual(["part", "part", "full"]);
  });
});
