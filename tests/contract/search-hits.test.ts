import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateConnection } from "#lib/connections/index.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import { SearchAnswer, type ToolHit } from "#lib/tools/search/index.ts";
import { callTool, testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { workersUnreachable } from "#tests/support/scenes/workers-unreachable.ts";
import foreign from "./search-foreign.json" with { type: "json" };
import people from "./search-people.json" with { type: "json" };
import questions from "./search-questions.json" with { type: "json" };

const catalogue = createCatalogue(connectors);
const banks = connectors.flatMap(({ manifest: { id, kind } }) => (kind === "bank" ? [id] : []));
const asked = [...Object.values(questions).flat(), ...people.answered].map(({ ask }) => ask);

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  await api.database.owner(workersUnreachable);
});
afterAll(() => api.close());

async function text(query: Record<string, string>, key: string): Promise<string> {
  const url = `/v1/tools?${new URLSearchParams(query).toString()}`;
  const response = await api.app.request(url, { headers: { authorization: `Bearer ${key}` } });
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return body;
}

async function search(query: Record<string, string>, key: string): Promise<SearchAnswer> {
  return SearchAnswer.parse((JSON.parse(await text(query, key)) as { data: unknown }).data);
}

async function first(query: string, key: string): Promise<ToolHit> {
  const [hit] = (await search({ query }, key)).results;
  if (hit === undefined) throw new Error(`nothing was found for ${query}`);
  return hit;
}

function send(call: NonNullable<ToolHit["next_call"]>, key: string) {
  return callTool(api.app, call.tool_id, call.input, {
    key,
    ...(call.connection_id !== undefined && { connection: call.connection_id }),
  });
}

describe("a suggested call", () => {
  test("can be sent as it is, asks for nothing unexpected, and runs or leads to a fix", async () => {
    const { id, key } = await api.organization();
    for (const system of [...banks, "tributario"]) await api.connection(id, system);
    const alone = await api.organization();
    await api.connection(alone.id, "banco_c");
    const cut = await api.organization();
    const refused = await api.connection(cut.id, "tributario");
    await updateConnection(api.deps, refused, { credencial: "rechazada" });
    const sent = new Set<string>();
    for (const who of [{ id, key }, alone, cut]) {
      for (const ask of asked) {
        for (const { next_call: call, why_not } of (await search({ query: ask }, who.key))
          .results) {
          if (call === null) continue;
          const built = catalogue.find(call.tool_id);
          expect(built?.effect, ask).not.toBe("destructive");
          if (why_not === null) expect(call.input, ask).toEqual({});
          if (sent.has(JSON.stringify(call))) continue;
          const { status, body } = await send(call, who.key);
          // Calls that need a portal find it unreachable here, but nothing to correct in the call.
          const visited = built?.effect === "live" && body.error?.code === "upstream_error";
          expect(visited ? 200 : status, `${ask}: ${JSON.stringify(body)}`).toBe(200);
          sent.add(JSON.stringify(call));
        }
      }
    }
    expect(sent.size).toBeGreaterThan(15);
  });

  test("works on the connection if exactly one lets it run", async () => {
    const { id, key } = await api.organization();
    const off = await api.connection(id, "banco_a");
    await updateConnection(api.deps, off, { disabled: true });
    const on = await api.connection(id, "banco_d");
    const hit = await first("movimientos de los bancos", key);
    expect(hit).toMatchObject({
      tool_id: "banco_d.movimientos.consultar",
      next_call: { tool_id: "banco_d.movimientos.consultar", input: {}, connection_id: on },
      connections_total: 2,
      connections: [
        { id: on, sistema: "banco_d", why_not: null },
        { id: off, sistema: "banco_a", why_not: "connection_disabled" },
      ],
      missing: [],
    });
  });

  test("is missing while several connections fit: all are shown, none is chosen", async () => {
    const { id, key } = await api.organization();
    for (const system of [...banks, ...banks]) await api.connection(id, system);
    const hit = await first("bank movements of last month", key);
    expect(hit).toMatchObject({
      available: true,
      next_call: null,
      connections_total: 12,
      before: { tool_id: "conexiones.estado.consultar", input: {} },
    });
    expect(hit.connections).toHaveLength(10);
    expect(hit.missing).toContainEqual({
      field: "connection_id",
      what: "On whose behalf",
      from: "connections",
    });
    const all = await first("bring last month's movements of all my banks", key);
    expect(all).toMatchObject({
      tool_id: "conexiones.movimientos.consultar",
      next_call: null,
      missing: [{ field: "conexiones", from: "conexiones.estado.consultar" }],
      before: { tool_id: "conexiones.estado.consultar", input: {} },
    });
    const named = await first("movimientos del banco_b", key);
    expect(new Set(named.connections.map(({ sistema }) => sistema))).toEqual(new Set(["banco_b"]));
  });

  test("is the link if nothing of the system is connected, and a list of systems if several fit", async () => {
    const { key } = await api.organization();
    const named = await first("saldo del banco_e", key);
    expect(named).toMatchObject({ available: false, why_not: "validation_error", missing: [] });
    expect(named.next_call).toEqual({
      tool_id: "conexiones.enlace.crear",
      input: { sistema: "banco_e", modo: "crear" },
    });
    const any = await first("saldos de los bancos", key);
    expect(any).toMatchObject({
      next_call: null,
      before: { tool_id: "conexiones.sistemas.listar", input: {} },
    });
    expect(any.missing).toMatchObject([
      { field: "connection_id", from: "conexiones.enlace.crear" },
    ]);
  });
});

describe("an irreversible tool", () => {
  test("is never suggested directly: its preview comes first, and says what it needs", async () => {
    const { id, key } = await api.organization();
    const destructive = catalogue.tools.filter(({ effect }) => effect === "destructive");
    expect(destructive.length).toBeGreaterThanOrEqual(3);
    const systems = new Set(destructive.map(({ connector }) => connector));
    for (const system of systems) await api.connection(id, system);
    for (const tool of destructive) {
      const hit = await first(tool.id, key);
      expect(hit.next_call, tool.id).toBeNull();
      expect(hit.missing.map(({ field }) => field)).toContain("idempotency_key");
      // Tools that repeat, close or request something complete have no preview.
      if (!/\.emitir$|honorarios.*solicitar$/.test(tool.id)) continue;
      const preview = tool.id.replace(/(?:emitir|solicitar)$/, "previsualizar");
      expect(hit.before).toMatchObject({ tool_id: preview });
      expect(hit.before?.missing?.length).toBeGreaterThan(0);
      // A fee receipt is requested complete; its preview is only there to look at.
      if (!tool.id.endsWith(".emitir")) continue;
      expect(hit.missing).toContainEqual(
        expect.objectContaining({ field: "previewRef", from: preview }),
      );
    }
  });

  test("takes an annulment's document from the list of issued ones", async () => {
    const { id, key } = await api.organization();
    await api.connection(id, "tributario");
    const hit = await first("tributario.anulacion.previsualizar", key);
    expect(hit.next_call).toBeNull();
    for (const field of ["tipoDte", "folio"]) {
      expect(hit.missing).toContainEqual(
        expect.objectContaining({ field, from: "tributario.dte.consultar" }),
      );
    }
  });
});

describe("a wish that no tool fulfils", () => {
  test.each(Object.entries(foreign))(
    "is recognised in nine of ten cases: %s",
    async (_set, wishes) => {
      const { key } = await api.organization();
      const answered: string[] = [];
      for (const query of wishes) {
        const { results, note, nearest } = await search({ query }, key);
        if (results.length > 0) answered.push(query);
        else expect({ note, nearest }).toMatchObject({ note: expect.stringContaining("No tool") });
        expect(nearest.length).toBeLessThanOrEqual(3);
      }
      expect(wishes.length).toBeGreaterThanOrEqual(30);
      expect(answered.length, answered.join("; ")).toBeLessThanOrEqual(wishes.length / 10);
    },
  );

  test("and an id that is no tool, or of a system that is not enabled, is not found", async () => {
    const { key } = await api.organization();
    const unknown = await callTool(api.app, "correo.nada.hacer", {}, { key });
    expect(unknown.body.error?.code).toBe("tool_not_found");
    const other = await api.organization({ connectors: ["banco_a"] });
    const hidden = await callTool(
      api.app,
      "tributario.honorarios.solicitar",
      {},
      { key: other.key },
    );
    expect(hidden.body.error?.code).toBe("tool_not_found");
  });
});

describe("an answer is short", () => {
  test("is at most 5 KB for any question, with twelve connections, and 8 KB for one tool with its schemas", async () => {
    const { id, key } = await api.organization();
    for (const system of [...banks, "tributario", ...banks.slice(0, 5)]) {
      await api.connection(id, system);
    }
    const sizes = new Map<string, number>();
    for (const ask of asked) sizes.set(ask, (await text({ query: ask }, key)).length);
    expect(Math.max(...sizes.values()), longest(sizes)).toBeLessThanOrEqual(5_120);
    const exact = new Map<string, number>();
    for (const { id: tool } of catalogue.tools) {
      exact.set(tool, (await text({ query: "", tool_id: tool }, key)).length);
    }
    expect(Math.max(...exact.values()), longest(exact)).toBeLessThanOrEqual(8_192);
  });

  test("and shows schemas, errors and examples only for a single named tool, or on request", async () => {
    const { key } = await api.organization();
    const plain = await first("saldos", key);
    expect(plain).not.toHaveProperty("input_schema");
    expect(plain).not.toHaveProperty("errors");
    expect(plain.summary.length).toBeLessThanOrEqual(160);
    expect(plain.accepts).toContain("numeroCuenta");
    const named = await search({ query: "", tool_id: "banco_a.saldos.consultar" }, key);
    expect(named.results).toHaveLength(1);
    expect(named.results[0]).toMatchObject({ input_schema: {}, example: {} });
    expect(named.results[0]?.errors).toContain("alcance_not_enabled");
  });
});

test("a search shows only its own organization's connections", async () => {
  const owner = await api.organization();
  const stranger = await api.organization();
  await api.connection(stranger.id, "banco_f");
  const hit = await first("banco_f.saldos.consultar", owner.key);
  expect(hit).toMatchObject({ connections: [], connections_total: 0 });
});

function longest(sizes: ReadonlyMap<string, number>): string {
  const [name] = [...sizes].toSorted(([, one], [, other]) => other - one)[0] ?? [""];
  return name;
}
