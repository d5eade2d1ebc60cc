import { expect, test } from "vitest";
import { addDays, Fecha } from "#lib/chile/index.ts";
import { pageAnswer } from "../request/answer.ts";
import { CallsPerDay } from "./calls-per-day.tsx";

const first = Fecha.parse("2026-10-24");
const days = (calls: (n: number) => [number, number, number] | null) =>
  Array.from({ length: 30 }, (_, n) => {
    const [ok, refused, failed] = calls(n) ?? [];
    const known = ok !== undefined && refused !== undefined && failed !== undefined;
    return { day: addDays(first, n), calls: known ? { ok, refused, failed } : null };
  });
const drawn = async (given: ReturnType<typeof days>) =>
  (await pageAnswer(CallsPerDay({ days: given }))).text();
const svgOf = (html: string) => /<svg[^]*<\/svg>/.exec(html)?.[0] ?? "";
const bars = (html: string, key: string) =>
  /d="([^"]*)"/.exec(html.slice(html.indexOf(`class="bar-${key}"`)))?.[1]?.match(/M/g)?.length ?? 0;

test("a day without calls has no bar, and a day without figures is a gap", async () => {
  const html = await drawn(days((n) => (n < 5 ? null : n < 10 ? [0, 0, 0] : [20, n % 2, 1])));
  expect(bars(html, "delivered")).toBe(20);
  expect(bars(html, "retried")).toBe(10);
  expect(bars(html, "failed")).toBe(20);
  expect(html).toContain("Bien: 400. Rechazadas (4xx): 10. Fallidas (5xx): 20.");
  expect(html).toContain("En el día con más: 22. Sin datos: 5.");
  expect(html.match(/sin datos</g)).toHaveLength(15);
  expect(html.match(/<time/g)).toHaveLength(30);
});

test("the picture has a name and a description and is at most 4 KB, whatever the figures", async () => {
  const svg = svgOf(await drawn(days((n) => [n * 98_765, 12_345 * (30 - n), 777_777])));
  expect(svg).toMatch(/<title id="llamadas-t">.+<\/title><desc id="llamadas-d">/);
  expect(svg).not.toContain("style=");
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(4096);
});

test("without any figures there is a sentence instead of a picture", async () => {
  expect(await drawn(days(() => null))).not.toContain("<svg");
});
