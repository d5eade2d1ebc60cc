import { afterEach, beforeEach, expect, test } from "vitest";
import {
  everyDay,
  openReaderBench,
  type ReaderBench,
} from "#lib/indicators/testing/reader-on-real-stores.ts";
import type { ToolContext, ToolServices } from "#lib/contract/index.ts";
import { indicadores } from "./index.ts";

// Sunday, nine in the morning in Chile.
let bench: ReaderBench;
beforeEach(async () => {
  bench = await openReaderBench("2026-11-08T12:00:00.000Z");
});
afterEach(() => bench.close());

async function call(id: string, input: Record<string, unknown>): Promise<unknown> {
  const tool = indicadores.tools.find((one) => one.id === `indicadores.${id}`);
  if (tool === undefined) throw new TypeError(id);
  const ctx: ToolContext = {
    toolId: tool.id,
    now: bench.now,
    requestId: "req_test",
    organization: { id: "org_test", name: "Prueba" },
    actor: { kind: "api_key", id: "key_test" },
    connection: null,
    idempotencyKey: null,
    // This connector's tools only use the indicators.
    services: { indicators: bench.reader } as ToolServices,
  };
  return tool.output.parse(await tool.run(ctx, tool.input.parse(input)));
}

test("the UF in force today has no age, though later ones are published", async () => {
  await bench.store("uf", everyDay("2026-11-01", "2026-12-09", 39_700.25));
  expect(await call("valor.actual", { codigo: "uf" })).toEqual({
    codigo: "uf",
    fecha: "2026-11-08",
    valor: 39_700.25,
    unidad: "Pesos",
    antiguedadDias: 0,
  });
});

test("a UF for a future day has a negative age", async () => {
  await bench.store("uf", everyDay("2026-11-08", "2026-12-09", 39_700.25));
  expect(await call("valor.fecha", { codigo: "uf", fecha: "2026-12-09" })).toEqual({
    codigo: "uf",
    fechaConsultada: "2026-12-09",
    fecha: "2026-12-09",
    valor: 39_700.25,
    unidad: "Pesos",
    antiguedadDias: -31,
  });
});

test("the newest value is ahead when today's is not known", async () => {
  bench.provider.publish("uf", { "2026-11-09": 39_702 });
  expect(await call("valor.actual", { codigo: "uf" })).toMatchObject({
    fecha: "2026-11-09",
    antiguedadDias: -1,
  });
});

test("on a Sunday the dollar is Friday's, two days old", async () => {
  bench.provider.publish("dolar", { "2026-11-05": 940.1, "2026-11-06": 941.28 });
  const friday = { fecha: "2026-11-06", valor: 941.28, unidad: "Pesos", antiguedadDias: 2 };
  expect(await call("valor.actual", { codigo: "dolar" })).toEqual({ codigo: "dolar", ...friday });
  expect(await call("valor.fecha", { codigo: "dolar", fecha: "2026-11-07" })).toEqual({
    codigo: "dolar",
    fechaConsultada: "2026-11-07",
    ...friday,
  });
});

test("an unpublished UF is null", async () => {
  await bench.store("uf", everyDay("2026-11-01", "2026-11-09", 39_700));
  bench.provider.publish("uf", {});
  expect(await call("valor.fecha", { codigo: "uf", fecha: "2026-11-10" })).toEqual({
    codigo: "uf",
    fechaConsultada: "2026-11-10",
    fecha: null,
    valor: null,
    unidad: "Pesos",
    antiguedadDias: null,
  });
});

test("an indicator without any value is an upstream error, not a zero", async () => {
  await expect(call("valor.actual", { codigo: "bitcoin" })).rejects.toMatchObject({
    code: "upstream_error",
  });
});

test("a series comes newest first, and its pages have no gaps or overlaps", async () => {
  await bench.store("utm", { "2026-08-01": 1, "2026-09-01": 2, "2026-10-01": 3, "2026-11-01": 4 });
  const range = { codigo: "utm", desde: "2026-09-01", hasta: "2026-11-08" };
  const all = [
    { fecha: "2026-11-01", valor: 4 },
    { fecha: "2026-10-01", valor: 3 },
    { fecha: "2026-09-01", valor: 2 },
  ];
  const whole = { codigo: "utm", unidad: "Pesos", valores: all, cursor: null };
  expect(await call("serie.consultar", range)).toEqual(whole);
  const first = (await call("serie.consultar", { ...range, limit: 2 })) as { cursor: string };
  expect(first).toMatchObject({ valores: all.slice(0, 2), cursor: expect.any(String) });
  expect(await call("serie.consultar", { ...range, limit: 2, cursor: first.cursor })).toEqual({
    ...whole,
    valores: all.slice(2),
  });
});

test("the catalogue is listed without fields that only the store needs", async () => {
  const listed = (await call("catalogo.listar", {})) as { indicadores: unknown[] };
  expect(listed.indicadores).toHaveLength(13);
  expect(listed.indicadores).toContainEqual({
    codigo: "uta",
    nombre: "Unidad tributaria anual (UTA)",
    unidad: "Pesos",
    frecuencia: "mensual",
  });
});
