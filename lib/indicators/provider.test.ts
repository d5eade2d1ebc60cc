import type { RequestListener } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { Fecha } from "#lib/chile/index.ts";
import { createIndicatorProvider } from "./provider.ts";
import { listen } from "./testing/provider-server.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function providerThat(listener: RequestListener, timeoutMs = 10_000) {
  const server = await listen(listener);
  closing.push(server.close);
  return createIndicatorProvider({ baseUrl: `${server.url}/`, timeoutMs });
}

const uf = (serie: unknown, codigo = "uf") =>
  JSON.stringify({ version: "1", codigo, nombre: "UF", unidad_medida: "Pesos", serie });

const answering = (body: string, status = 200) =>
  providerThat((_request, response) => response.writeHead(status).end(body));

test("requests the newest, a day and a year by their paths", async () => {
  const asked: (string | undefined)[] = [];
  const provider = await providerThat((request, response) => {
    asked.push(request.url);
    response.end(uf([]));
  });
  await provider.newest("uf");
  await provider.onDay("uf", Fecha.parse("2026-02-01"));
  await provider.ofYear("uf", 2025);
  expect(asked).toEqual(["/api/uf", "/api/uf/01-02-2026", "/api/uf/2025"]);
});

describe("a value's day", () => {
  test.each([
    ["2026-01-21T03:00:00.000Z", "2026-01-21", "midnight in summer"],
    ["2026-07-21T04:00:00.000Z", "2026-07-21", "midnight in winter"],
    ["2026-07-21T03:00:00.000Z", "2026-07-20", "an hour before midnight in winter"],
    ["2026-04-05T04:00:00.000Z", "2026-04-05", "the day that the clock goes back"],
    ["2026-09-06T04:00:00.000Z", "2026-09-06", "the day without midnight"],
    ["2026-01-20T23:30:00.000-03:00", "2026-01-20", "another way to write an instant"],
  ])("%s is %s: %s", async (fecha, day) => {
    const provider = await answering(uf([{ fecha, valor: 1.5 }]));
    expect(await provider.newest("uf")).toEqual([{ fecha: day, valor: 1.5 }]);
  });

  test("appears once, oldest first", async () => {
    const provider = await answering(
      uf([
        { fecha: "2026-01-22T03:00:00.000Z", valor: 2 },
        { fecha: "2026-01-21T03:00:00.000Z", valor: 1 },
        { fecha: "2026-01-22T03:00:00.000Z", valor: 2 },
      ]),
    );
    expect(await provider.newest("uf")).toEqual([
      { fecha: "2026-01-21", valor: 1 },
      { fecha: "2026-01-22", valor: 2 },
    ]);
  });
});

const day = "2026-01-21T03:00:00.000Z";
test.each([
  ["no JSON", "<html>", 200, "upstream_unexpected_response"],
  ["a list", "[]", 200, "upstream_unexpected_response"],
  ["no series", '{"codigo":"uf"}', 200, "upstream_unexpected_response"],
  ["another code", uf([], "utm"), 200, "upstream_unexpected_response"],
  ["another field", uf([{ fecha: day, monto: 1 }]), 200, "upstream_unexpected_response"],
  ["a text for a value", uf([{ fecha: day, valor: "1" }]), 200, "upstream_unexpected_response"],
  ["an empty value", uf([{ fecha: day, valor: null }]), 200, "upstream_unexpected_response"],
  ["a day alone", uf([{ fecha: "2026-01-21", valor: 1 }]), 200, "upstream_unexpected_response"],
  [
    "a day of no year we know",
    uf([{ fecha: "0001-01-01T00:00:00.000Z", valor: 1 }]),
    200,
    "upstream_unexpected_response",
  ],
  [
    "two values for a day",
    uf([
      { fecha: day, valor: 1 },
      { fecha: day, valor: 2 },
    ]),
    200,
    "upstream_unexpected_response",
  ],
  ["an endless body", " ".repeat(1024 * 1024 + 1), 200, "upstream_unexpected_response"],
  ["a failure", "{}", 500, "upstream_error"],
  ["a refusal", "{}", 429, "upstream_error"],
])("refuses %s", async (_name, body, status, code) => {
  const provider = await answering(body, status);
  await expect(provider.newest("uf")).rejects.toMatchObject({ code });
});

test("reads an answer of up to 1 MiB", async () => {
  const body = uf([{ fecha: day, valor: 1 }]);
  const provider = await answering(body + " ".repeat(1024 * 1024 - body.length));
  expect(await provider.newest("uf")).toHaveLength(1);
});

test("is empty for what the provider does not have", async () => {
  const provider = await answering('{"message":"Indicador no encontrado"}', 404);
  expect(await provider.newest("uf")).toEqual([]);
});

test("does not follow the provider's redirects", async () => {
  let elsewhere = 0;
  const provider = await providerThat((request, response) => {
    if (request.url === "/elsewhere") elsewhere += 1;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  await expect(provider.newest("uf")).rejects.toMatchObject({ code: "upstream_error" });
  expect(elsewhere).toBe(0);
});

test("an unreachable provider is an upstream error", async () => {
  const { url, close } = await listen(() => undefined);
  await close();
  const provider = createIndicatorProvider({ baseUrl: url });
  await expect(provider.newest("uf")).rejects.toMatchObject({ code: "upstream_error" });
});

test.each([
  ["never answers", () => undefined],
  ["never ends its answer", (_request, response) => response.writeHead(200).write("{")],
] satisfies [string, RequestListener][])(
  "gives up on a provider that %s",
  async (_name, listener) => {
    const provider = await providerThat(listener, 50);
    await expect(provider.newest("uf")).rejects.toMatchObject({ code: "timeout" });
  },
);
