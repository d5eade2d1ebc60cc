import { beforeAll, describe, expect, test } from "vitest";
import { connectors } from "#lib/tools/connectors.ts";
import { indicators } from "#lib/connectors/indicadores/catalogue.ts";
import { errorCodes } from "#lib/kernel/errors/index.ts";
import { guides } from "#lib/guides/index.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import { createSearchIndex, SearchAnswer, type ToolHit } from "#lib/tools/search/index.ts";
import type { TestOrganization } from "#tests/support/scenes/api.ts";
import { sendMessage } from "#tests/support/agents/mcp-calls.ts";
import people from "./search-people.json" with { type: "json" };
import questions from "./search-questions.json" with { type: "json" };
import { sharedApi, type SharedApi } from "#tests/support/scenes/shared-api.ts";

let api: SharedApi;
let owner: TestOrganization;
beforeAll(async () => {
  api = await sharedApi();
  owner = await api.organization();
});

async function search(query: Record<string, string>, key = owner.key): Promise<SearchAnswer> {
  const response = await api.app.request(`/v1/tools?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const body = (await response.json()) as { data: unknown };
  expect(response.status, JSON.stringify(body)).toBe(200);
  return SearchAnswer.parse(body.data);
}

const idsOf = ({ tool_id, also }: ToolHit): string[] => [tool_id, ...also];

interface Question {
  ask: string;
  tools: string[];
}

/** Whether one of the tools that would answer it is among the first three. */
async function isAnswered({ ask, tools }: Question): Promise<boolean> {
  const { results } = await search({ query: ask, limit: "3" });
  const ids = results.flatMap(idsOf);
  return tools.some((tool) => ids.some((id) => id === tool || id.endsWith(`.${tool}`)));
}

describe("a question as a person would ask it", () => {
  test.each(questions.tuning)("finds its tool: $ask", async (question) => {
    expect(await isAnswered(question)).toBe(true);
  });

  test("that the search was not tuned for finds its tool nine times in ten", async () => {
    const { held_out, fresh, later } = questions;
    const others: Question[] = [...held_out, ...fresh, ...later];
    expect(others).toHaveLength(59);
    const missed = [];
    for (const question of others) if (!(await isAnswered(question))) missed.push(question.ask);
    expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(5);
  });
});

test("who wants to issue a fee receipt is not sent to the sales receipt first", async () => {
  for (const query of [
    "emitir boleta de honorarios",
    "quiero emitir una boleta de honorarios a un cliente",
    "hacer una boleta de honorarios",
  ]) {
    const { results } = await search({ query });
    expect(results[0]?.tool_id).toMatch(/^tributario\.honorarios\./);
  }
  const { results } = await search({ query: "emitir boleta" });
  expect(results[0]?.tool_id).toMatch(/^tributario\.boleta\./);
});

describe("eighty questions, in Spanish and in English", () => {
  test("fifty find their tool among the first three, 95 in 100 of them", async () => {
    const missed: string[] = [];
    for (const question of people.answered) {
      if (!(await isAnswered(question))) missed.push(question.ask);
    }
    expect(people.answered).toHaveLength(50);
    expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(2);
  });

  test("thirty match no tool, and 90 in 100 of them find nothing", async () => {
    const answered: string[] = [];
    for (const query of people.nothing) {
      const { results } = await search({ query });
      if (results.length > 0) answered.push(query);
    }
    expect(people.nothing).toHaveLength(30);
    expect(answered.length, answered.join("; ")).toBeLessThanOrEqual(3);
  });
});

test.each([
  ["what is the UF on the 9th of next month", "indicadores.valor.fecha"],
  ["UF of the 21st", "indicadores.valor.fecha"],
  ["why did last night's sync fail", "conexiones.estado.consultar"],
  ["¿por qué falló la sincronización de anoche?", "conexiones.estado.consultar"],
])("%s", async (query, id) => {
  const { results, guides: hits } = await search({ query, limit: "3" });
  expect(results.map(({ tool_id }) => tool_id)).toContain(id);
  if (id.startsWith("conexiones.")) expect(hits[0]?.id).toMatch(/^syncing/);
});

test.each([
  ["transferencia a Movistar", "banco_b.transferencias.consultar"],
  ["the invoice for Codelco", "facturacion.documento.previsualizar"],
  ["la Factura de Explora", "facturacion.documento.emitir"],
])("the name of somebody is no evidence against a tool: %s", async (query, id) => {
  const { results } = await search({ query, limit: "5" });
  expect(results.map(({ tool_id }) => tool_id)).toContain(id);
});

test.each(["webhook", "webhook events", "quota", "idempotency"])(
  "what only a guide is about is no tool: %s",
  async (query) => {
    const { results, guides: hits } = await search({ query });
    expect(results).toEqual([]);
    expect(hits).not.toEqual([]);
  },
);

describe("names are found", () => {
  test("by the id of every tool, first, with its schemas", async () => {
    const tools = createCatalogue(connectors).tools;
    expect(tools.length).toBeGreaterThan(90);
    for (const { id } of tools) {
      const { results } = await search({ query: id, limit: "1" });
      expect(results[0]).toMatchObject({ tool_id: id, input_schema: { type: "object" } });
    }
  });

  test.each([
    ["numeroTransaccion", "banco_b.transferencias.consultar"],
    ["idNomina", "banco_b.nomina_pagos.consultar"],
    ["previewRef", "tributario.dte.previsualizar"],
    ["esperarSegundos", "conexion.sincronizar"],
    ["antiguedadDias", "indicadores.valor.actual"],
    ["numeroCartola", "banco_c.cartolas.consultar"],
    ["soloVigentes", "banco_d.movimientos.consultar"],
  ])("by the field %s: %s", async (field, id) => {
    const { results } = await search({ query: field, limit: "3" });
    expect(results.flatMap(idsOf).some((found) => found.endsWith(id))).toBe(true);
  });

  test("by every error code: the tools that return it, and its section of the guide", async () => {
    const index = createSearchIndex(createCatalogue(connectors), guides);
    expect(errorCodes.length).toBeGreaterThanOrEqual(79);
    for (const code of errorCodes) {
      expect(index.passages(code)[0]?.id).toBe(`errors#${code}`);
    }
    const { results } = await search({ query: "too_many_pending", detail: "verbose" });
    expect(results).toHaveLength(1);
    for (const { tool_id, errors } of results) {
      expect(tool_id).toMatch(/conexion\.sincronizar$/);
      expect(errors).toContain("too_many_pending");
    }
  });

  test("by the code and the name of every indicator", async () => {
    expect(indicators.length).toBeGreaterThan(10);
    for (const { codigo, nombre } of indicators) {
      for (const ask of [codigo, nombre, nombre.replace(/ \(.*/, ""), `valor de ${codigo} hoy`]) {
        const { results } = await search({ query: ask, limit: "3" });
        expect(results.flatMap(idsOf), ask).toContain("indicadores.valor.actual");
      }
    }
  });

  test("despite accents, capitals and typos", async () => {
    for (const query of ["NÓMINAS", "nominas", "transferensias", "Transferencias"]) {
      const { results } = await search({ query, connector: "banco_b", limit: "2" });
      expect(results.map(({ tool_id }) => tool_id).join()).toContain(
        query.slice(0, 1) === "t" || query.startsWith("T") ? "transferencias" : "nomina",
      );
    }
  });

  test.each([
    ["movimentos", "movimientos.consultar"],
    ["movimeintos del banco", "movimientos.consultar"],
    ["facura", "facturacion.documento"],
    ["transferncias", "transferencias.consultar"],
  ])("with a slip in the only word that names it: %s", async (query, id) => {
    const { results } = await search({ query, limit: "1" });
    expect(results[0]?.tool_id).toContain(id);
  });

  test("in the guides too, with where to read on", async () => {
    const { guides: hits } = await search({ query: "verify the signature of a webhook" });
    expect(hits[0]?.id).toMatch(/^webhooks/);
    const page = await api.app.request(new URL(hits[0]?.url ?? "").pathname);
    expect(page.status).toBe(200);
  });
});

test("a search's pages have every result once", async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const next = cursor === null ? {} : { cursor };
    const page: SearchAnswer = await search({ query: "banco", limit: "4", ...next });
    seen.push(...page.results.map(({ tool_id }) => tool_id));
    ({ cursor } = page);
  } while (cursor !== null);
  expect(seen.length).toBeGreaterThan(8);
  expect(new Set(seen).size).toBe(seen.length);
});

test.each([
  [{ query: "a", limit: "6" }, "limit"],
  [{ query: "a", detail: "todo" }, "detail"],
  [{ query: "a", cursor: "Zm9v" }, "cursor"],
  [{ query: "a".repeat(401) }, "query"],
  [{ connector: "core", limit: "3" }, "limit"],
])("%j is refused by name", async (query, field) => {
  const response = await api.app.request(`/v1/tools?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${owner.key}` },
  });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { details: { issues: object[] } } };
  expect(error.details.issues).toMatchObject([{ path: [field] }]);
});

describe("a search that names something unknown", () => {
  const mistyped = "banco_a.saldo.consultar";

  test("says so for an id, with similar ones", async () => {
    const { results, note, nearest } = await search({ query: "saldos", tool_id: mistyped });
    expect(results).toEqual([]);
    expect(note).toContain("id");
    expect(nearest[0]).toBe("banco_a.saldos.consultar");
    expect(nearest.length).toBeLessThanOrEqual(3);
  });

  test("names no tool of a system that the organization does not have", async () => {
    const few = await api.organization({ connectors: ["banco_b"] });
    const { nearest } = await search({ query: "saldos", tool_id: mistyped }, few.key);
    expect(nearest).toContain("banco_b.saldos.consultar");
    expect(nearest.filter((id) => id.startsWith("banco_a."))).toEqual([]);
  });

  test("says so if the system has no such tool", async () => {
    const asked = { query: "saldos", connector: "core", tool_id: "banco_a.saldos.consultar" };
    const { results, note, nearest } = await search(asked);
    expect([results, note !== null, nearest[0]]).toEqual([[], true, "banco_a.saldos.consultar"]);
  });

  test("is refused for a system, like the list", async () => {
    const params = { name: "search_docs", arguments: { query: "saldos", connector: "banco_z" } };
    const send = (request: Request) => api.app.fetch(request);
    const { result } = await sendMessage(send, "tools/call", params, { key: owner.key });
    const { error } = result?.structuredContent ?? {};
    expect(error?.code).toBe("validation_error");
    expect(error?.details).toMatchObject({
      issues: [{ path: ["connector"], code: "invalid_choice" }],
    });
  });
});

test("a search without a credential is refused, but the list is public", async () => {
  expect((await api.app.request("/v1/tools?query=saldo")).status).toBe(401);
  expect((await api.app.request("/v1/tools")).status).toBe(200);
});

test("search_docs over MCP finds the same as GET /v1/tools", async () => {
  const ask = { query: "cancel an invoice", limit: 4 };
  const params = { name: "search_docs", arguments: ask };
  const { result } = await sendMessage((request) => api.app.fetch(request), "tools/call", params, {
    key: owner.key,
  });
  const rest = await search({ query: ask.query, limit: "4" });
  expect(SearchAnswer.parse(result?.structuredContent.data)).toEqual(rest);
});
