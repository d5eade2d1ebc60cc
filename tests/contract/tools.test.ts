import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { connectors } from "#lib/tools/connectors.ts";
import { isErrorCode } from "#lib/kernel/errors/index.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import { defineConnector, type Manifest, type Tool } from "#lib/contract/index.ts";
import { callTool, testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { probeConnector } from "#tests/support/scenes/probe-connector.ts";

const probe = probeConnector();
const catalogue = createCatalogue(connectors);
const tools = [...catalogue.tools, ...probe.connector.tools];

let api: TestApi;
beforeAll(async () => {
  api = await testApi({ connectors: [...connectors, probe.connector] });
});
afterAll(() => api.close());

test("every tool of the catalogue is looked at", () => {
  expect(catalogue.tools.length).toBeGreaterThan(90);
});

test("no two tools and no two connectors share an id", () => {
  expect(new Set(tools.map(({ id }) => id)).size).toBe(tools.length);
  expect(new Set(connectors.map(({ manifest }) => manifest.id)).size).toBe(connectors.length);
});

test("a catalogue with one tool twice, or a stranger's tool, is refused", () => {
  const [first] = connectors;
  if (first === undefined) throw new TypeError("no connector");
  expect(() => createCatalogue([first, first])).toThrow("two tools share an id");
  expect(() => defineConnector(probe.connector.manifest, first.tools)).toThrow("is not a tool of");
});

const lib = new URL("../../lib/", import.meta.url);

/** The tools that somebody wrote: of a system, or of the act that they start. */
async function writtenTools(): Promise<{ file: string; name: string; exported: unknown[] }[]> {
  const names = await readdir(lib, { recursive: true });
  const files = names.filter((name) =>
    /^(?:connectors|acts)\/[^/]+\/tools\/(?!index\.ts|.*\.test\.ts)[^/]+\.ts$/.test(name),
  );
  return Promise.all(
    files.map(async (file) => {
      const exported = Object.values((await import(new URL(file, lib).href)) as object);
      return { file, name: file.split("/").at(-1) ?? "", exported };
    }),
  );
}

const written = await writtenTools();

test("every folder with tools is a system's or an act's", () => {
  const folders = written.map(({ file }) => file.split("/").slice(0, 2).join("/"));
  const acting = folders.filter((folder) => folder.startsWith("acts/"));
  expect(new Set(acting).size).toBe(6);
  const ids = connectors.map(({ manifest }) => `connectors/${manifest.id}`);
  // A mailbox has no rows: all its tools stand with the act.
  const own = ids.filter((id) => id !== "connectors/correo");
  expect([...new Set(folders)].toSorted()).toEqual([...new Set([...own, ...acting])].toSorted());
});

/** What a system has because of its kind: no file of its folder defines it. */
function impliedTools({ id, kind, needsConnection }: Manifest): string[] {
  const connected = needsConnection ? ["conexion.sincronizar", "conexion.verificar"] : [];
  const stored = kind === "bank" ? ["saldos.consultar", "cuentas.consultar"] : [];
  return [...connected, ...stored].map((tool) => `${id}.${tool}`);
}

const banks = connectors.filter(({ manifest }) => manifest.kind === "bank");
test("there are at least six banks", () => expect(banks.length).toBeGreaterThanOrEqual(6));

test.each(banks)("$manifest.id has every tool that its manifest implies", (bank) => {
  const { manifest, tools: listed } = bank;
  const read = manifest.alcances.map(({ id }) => `${manifest.id}.${id}.consultar`);
  expect(manifest.alcances.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["saldos", "movimientos"]),
  );
  expect(listed.map(({ id }) => id)).toEqual(
    expect.arrayContaining([...impliedTools(manifest), ...read]),
  );
});

describe.each(connectors)("$manifest.id", ({ manifest, tools: listed }) => {
  test("its files and its list have the same tools, one per file, without those that a manifest implies", () => {
    const found = written.flatMap(({ name, exported }) => {
      expect(exported, name).toHaveLength(1);
      const { id, connector } = exported[0] as Tool;
      return connector === manifest.id ? [`${id} ${name}`] : [];
    });
    const implied = new Set(impliedTools(manifest));
    const expected = listed
      .filter(({ id }) => !implied.has(id))
      .map(({ id }) => `${id} ${id.slice(manifest.id.length + 1).replaceAll(/[._]/g, "-")}.ts`);
    expect(listed.length).toBeGreaterThan(0);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test("is a line of the catalogue under its own id", () => {
    expect(catalogue.manifestOf(manifest.id)).toBe(manifest);
    expect(manifest.name).not.toBe("");
    expect(manifest.kind === "utility").toBe(!manifest.needsConnection);
  });

  test("the system offers every module that a tool reads", () => {
    const offered = manifest.alcances.map(({ id }) => id);
    const needed = listed.flatMap(({ alcance }) => alcance ?? []);
    expect(offered).toEqual(expect.arrayContaining(needed));
  });

  test("every tool of a module works with the logins that can sync it", () => {
    for (const { id, servedBy } of manifest.alcances) {
      const ofModule = listed.filter(({ alcance }) => alcance === id);
      for (const tool of ofModule) expect(tool.servedBy, tool.id).toEqual(servedBy ?? null);
    }
  });
});

describe.each(tools)("$id", (tool) => {
  test("has an id of its connector, a noun and a verb, valid in a path", () => {
    expect(tool.id).toMatch(/^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*){2}$/);
    expect(tool.id.split(".")[0]).toBe(tool.connector);
  });

  test("describes itself", () => {
    expect(tool.title).toMatch(/^\p{Lu}.{6,}[^.]$/u);
    expect(tool.description).toMatch(/^\p{Lu}[^]{15,}\.$/u);
    expect(tool.description).not.toBe(tool.title);
  });

  test("its example is valid input and exactly valid output", () => {
    tool.input.parse(tool.example.input);
    expect(tool.output.parse(tool.example.output)).toEqual(tool.example.output);
  });

  test("declares only codes of the catalogue, each once", () => {
    expect(tool.errors.filter((code) => !isErrorCode(code))).toEqual([]);
    expect(new Set(tool.errors).size).toBe(tool.errors.length);
  });

  test("input and output are strict objects at every depth, and become JSON Schema", () => {
    const input = z.toJSONSchema(tool.input, { io: "input" });
    const output = z.toJSONSchema(tool.output, { io: "output" });
    expect(input.type).toBe("object");
    expect(output.type).toBe("object");
    const objects = [...objectsOf(input), ...objectsOf(output)];
    expect(objects.length).toBeGreaterThanOrEqual(2);
    for (const object of objects) expect(object).toMatchObject({ additionalProperties: false });
  });

  test("takes a character beyond the first 65,536 exactly where its published patterns do", () => {
    for (const pattern of patternsOf(z.toJSONSchema(tool.input, { io: "input" }))) {
      for (const text of ["🎉", "Lista 🎉"]) {
        // JSON Schema reads a pattern by whole characters; without "u" ours reads halves.
        expect([pattern, new RegExp(pattern, "u").test(text)]).toEqual([
          pattern,
          new RegExp(pattern).test(text),
        ]);
      }
    }
  });

  test("refuses an unknown field, and names it", async () => {
    const { organization, connection } = await caller(tool);
    const input = { ...(tool.example.input as object), campoDesconocido: 1 };
    const answer = await callTool(api.app, tool.id, input, {
      key: organization.key,
      ...(connection !== null && { connection }),
    });
    expect([answer.status, answer.body.error?.code]).toEqual([400, "validation_error"]);
    expect(answer.body.error?.details?.["issues"]).toContainEqual({
      path: ["campoDesconocido"],
      code: "unknown_field",
      message: expect.any(String),
    });
  });
});

const connectable = tools.filter((tool) => tool.needsConnection);

test("there are tools on a connection to try strangers with", () => {
  expect(connectable.length).toBeGreaterThan(75);
});

describe.each(connectable)("$id", (tool) => {
  test("a stranger's connection is refused exactly like an unknown one", async () => {
    const { organization } = await caller(tool);
    const stranger = await api.organization();
    const refused = async (connection: string) => {
      const answer = await callTool(api.app, tool.id, tool.example.input, {
        key: organization.key,
        idempotencyKey: "0b6f7f0e-6f1c-4b52-9a53-2f6f3f0f5a11",
        connection,
      });
      const { request_id: _id, ...error } = answer.body.error ?? { request_id: "" };
      const { request_id: _same, latency_ms: _ms, ...meta } = answer.body.meta;
      return { status: answer.status, error, meta };
    };
    const strangers = await refused(await api.connection(stranger.id, tool.connector));
    expect(strangers).toMatchObject({ status: 400, error: { code: "validation_error" } });
    expect(await refused("conn_00000000000000000000000000")).toEqual(strangers);
    expect(await refused(await api.connection(organization.id, "otro"))).toEqual(strangers);
    expect(await refused("conn_malformada")).toEqual(strangers);
  });

  test("is refused without a connection", async () => {
    const { organization } = await caller(tool);
    const answer = await callTool(api.app, tool.id, tool.example.input, { key: organization.key });
    expect(answer.body.error?.details).toEqual({
      issues: [{ path: ["X-Connect-Connection"], code: "required", message: expect.any(String) }],
      fix: { tool_id: "conexiones.estado.consultar", input: {} },
    });
  });
});

async function caller(tool: Tool) {
  const organization = await api.organization();
  const connection = tool.needsConnection
    ? await api.connection(organization.id, tool.connector)
    : null;
  return { organization, connection };
}

/** Every object schema with listed properties. */
function objectsOf(schema: unknown): object[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inner = Object.values(schema).flatMap(objectsOf);
  return "properties" in schema && "type" in schema ? [schema, ...inner] : inner;
}

function patternsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inner = Object.values(schema).flatMap(patternsOf);
  return "pattern" in schema && typeof schema.pattern === "string"
    ? [schema.pattern, ...inner]
    : inner;
}
