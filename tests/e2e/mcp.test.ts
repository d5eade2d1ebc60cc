import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { periodoOf } from "#lib/chile/index.ts";
import type { FixCall } from "#lib/tools/call/index.ts";
import type { SearchAnswer } from "#lib/tools/search/index.ts";
import { startTestLocal, type TestLocal } from "#tests/support/scenes/start-test-local.ts";
import { everyRevision, mcpClient } from "#tests/support/agents/mcp-calls.ts";

let local: TestLocal;
beforeAll(async () => {
  local = await startTestLocal();
});
afterAll(() => local.close());

interface Envelope {
  data: Record<string, unknown>;
}

describe.each(everyRevision)("an agent with the official client, %s revision", (revision) => {
  // Each revision has its own month, which the other has not synced.
  const monthsBack = revision === "current" ? 1 : 2;

  test("finds its tool, syncs a month from the bank, and reads all of it", async () => {
    const { now } = await local.control<{ now: string }>("GET", "/clock");
    const day = new Date(now);
    const periodo = periodoOf(
      new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - monthsBack, 15)),
    );
    const client = await mcpClient(
      { send: fetch, url: local.ready.mcpUrl },
      local.own.apiKey,
      revision,
    );
    const call = async (name: string, args: Record<string, unknown>) => {
      const answer = await client.callTool({ name, arguments: args });
      expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false);
      return answer.structuredContent as Envelope;
    };

    const found = await call("search_docs", { query: "¿cuánto entró al banco a?" });
    const { results } = found.data as unknown as SearchAnswer;
    const hit = results.find(({ tool_id }) => tool_id === "banco_a.movimientos.consultar");
    expect(hit).toMatchObject({ available: true });
    const next = hit?.next_call;
    const [toolId, connectionId] = [next?.tool_id ?? "", next?.connection_id];
    expect(connectionId).toBe(local.own.connections["banco_a"]);

    const before = await call("execute", { toolId, input: { periodo }, connectionId });
    const cobertura = before.data["cobertura"] as { estado: string; siguiente: FixCall };
    expect(cobertura.estado).toBe("nunca_sincronizado");
    const sync = cobertura.siguiente;
    const input = { ...(sync.input as object), esperarSegundos: 25 };
    const synced = await call("execute", { ...sync, input });
    expect(synced.data).toMatchObject({ status: "succeeded", outcomes: [{ status: "ok" }] });

    const rows: unknown[] = [];
    let cursor: unknown = null;
    do {
      const page = await call("execute", {
        toolId,
        connectionId,
        input: { periodo, ...(cursor !== null && { cursor }) },
      });
      rows.push(...(page.data["movimientos"] as unknown[]));
      ({ cursor } = page.data);
    } while (cursor !== null);
    const truth = await local.control<{ rows: unknown[] }>(
      "GET",
      `/portals/banco_a/truth?resource=movimientos&periodo=${periodo}&rut=76555835-2`,
    );
    expect(truth.rows.length).toBeGreaterThan(39);
    expect(rows).toHaveLength(truth.rows.length);
    await client.close();
  }, 120_000);
});

describe("the inspector's command line", () => {
  const program = path.resolve("node_modules/@modelcontextprotocol/inspector-cli/build/index.js");

  async function inspect(...args: string[]): Promise<Record<string, unknown>> {
    const { mcpUrl } = local.ready;
    const bearer = `Authorization: Bearer ${local.own.apiKey}`;
    const all = [program, mcpUrl, "--transport", "http", "--header", bearer, ...args];
    // It looks for its own package.json from the working directory.
    const { stdout } = await promisify(execFile)(process.execPath, all, {
      cwd: path.dirname(program),
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  test("lists both tools", async () => {
    const { tools } = await inspect("--method", "tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
      "search_docs",
      "execute",
    ]);
  });

  test("calls both tools", async () => {
    const call = (name: string, ...pairs: string[]) =>
      inspect("--method", "tools/call", "--tool-name", name, "--tool-arg", ...pairs);
    const found = await call("search_docs", "query=cancel an invoice");
    expect(JSON.stringify(found["structuredContent"])).toContain("tributario.anulacion");
    const ran = await call("execute", "toolId=echo.mensaje.repetir", 'input={"mensaje":"hola"}');
    expect(ran["structuredContent"]).toMatchObject({ data: { mensaje: "hola" } });
  });
});

test("a stranger's connection looks like an unknown one", async () => {
  const client = await mcpClient(
    { send: fetch, url: local.ready.mcpUrl },
    local.stranger.apiKey,
    "current",
  );
  const ask = async (connectionId: string | undefined) => {
    const input = { periodo: "2026-08" };
    const args = { toolId: "banco_a.movimientos.consultar", input, connectionId };
    const answer = await client.callTool({ name: "execute", arguments: args });
    return (answer.structuredContent as { error: { code: string; details: unknown } }).error;
  };
  const theirs = await ask(local.own.connections["banco_a"]);
  const unknown = await ask(`conn_${"0".repeat(26)}`);
  expect(theirs.code).toBe("validation_error");
  expect(theirs.details).toEqual(unknown.details);
  await client.close();
});
