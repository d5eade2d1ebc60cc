import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createApi } from "#functions/api/app.ts";
import { controlOperations } from "#functions/api/control-operations.ts";
import { otherRoutes } from "#functions/api/other-routes.ts";
import { CallRecords } from "#lib/audit/index.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { answerableCodes, groupByStatus } from "#lib/tools/answerable-codes.ts";
import { eventTypes } from "#lib/webhooks/index.ts";
import { ErrorEnvelope, executePath, Meta, operationCodes } from "#lib/tools/documents/index.ts";
import { callTool, testApi, type TestApi } from "#tests/support/scenes/api.ts";
import {
  dereferenced,
  errorCodesAt,
  parametersOf,
  resolve,
  type OpenApi,
  type Operation,
} from "#tests/support/texts/openapi.ts";

const tools = connectors.flatMap((connector) => connector.tools);

let api: TestApi;
let document: OpenApi;
let whole: OpenApi;
beforeAll(async () => {
  api = await testApi();
  const response = await api.app.request("/openapi.json");
  expect(response.status).toBe(200);
  document = (await response.json()) as OpenApi;
  whole = dereferenced(document);
});
afterAll(() => api.close());

function operation(method: string, path: string): Operation {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new TypeError(`${method} ${path} is not in the document`);
  return found;
}

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path));

test("every id in an example looks like one of ours", () => {
  const ids = JSON.stringify(document).match(
    /\b(?:org|key|conn|req|sjb|wh[kd]|whev|cs)_[0-9a-z]{9,}/g,
  );
  expect(new Set(ids?.map((id) => id.split("_")[0])).size).toBeGreaterThanOrEqual(6);
  for (const id of ids ?? []) expect(id).toMatch(/^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/);
});

test("the linter finds neither an error nor a warning", async () => {
  const folder = await mkdtemp(join(tmpdir(), "openapi-"));
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  expect(await lint(file)).toEqual({
    totals: { errors: 0, warnings: 0, ignored: 0 },
    problems: [],
  });
  await writeFile(file, JSON.stringify({ ...document, info: {} }));
  expect((await lint(file)).totals.errors).toBeGreaterThan(0);
  await rm(folder, { recursive: true });
});

async function lint(file: string): Promise<{ totals: { errors: number }; problems: unknown[] }> {
  const args = ["lint", file, "--config", "redocly.yaml", "--format", "json"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["node_modules/@redocly/cli/bin/cli.js", ...args],
    { env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
  ).catch((failure: { stdout: string }) => failure);
  const { totals, problems } = JSON.parse(stdout) as Awaited<ReturnType<typeof lint>>;
  return { totals, problems };
}

test("is OpenAPI 3.1 of version 0.1.0 at this address", () => {
  expect(document).toMatchObject({
    openapi: "3.1.0",
    info: { version: "0.1.0" },
    servers: [{ url: "http://connect.test" }],
  });
});

test("has a path for each tool and each control endpoint, and no other", () => {
  expect(tools.length).toBeGreaterThan(90);
  expect(Object.keys(document.paths).toSorted()).toEqual(
    [
      ...tools.map(({ id }) => executePath(id)),
      ...new Set(controlOperations.map(({ path }) => path)),
    ].toSorted(),
  );
});

test("every operation accepts an API key, or an access token with the same scopes", () => {
  const schemes = document.components["securitySchemes"] as Record<string, object>;
  expect(schemes).toMatchObject({
    apiKey: { type: "http", scheme: "bearer" },
    oauth: {
      type: "oauth2",
      flows: {
        authorizationCode: {
          authorizationUrl: expect.stringMatching(/\/auth\/oauth2\/authorize$/),
          tokenUrl: expect.stringMatching(/\/auth\/oauth2\/token$/),
          scopes: expect.objectContaining({ "webhooks:write": expect.any(String) }),
        },
      },
    },
  });
  for (const { security } of operations()) {
    const [key, token] = security.filter((one) => Object.keys(one).length > 0);
    expect(key?.["apiKey"]).toEqual(token?.["oauth"]);
  }
  const needed = operations().flatMap(({ security }) => security.flatMap(Object.keys));
  expect(new Set(needed)).toEqual(new Set(["apiKey", "oauth"]));
});

test("every delivered event has its payload and the headers that verify it", () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual(eventTypes.toSorted());
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    expect(post.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["webhook-id", true],
      ["webhook-timestamp", true],
      ["webhook-signature", true],
    ]);
    const { schema } = post.requestBody.content["application/json"] ?? {};
    expect(schema).toMatchObject({
      required: ["type", "timestamp", "data"],
      additionalProperties: false,
      properties: { type: { const: type }, data: { type: "object", additionalProperties: false } },
    });
  }
  const { post } = document.webhooks["connect_session.consumed"] ?? {};
  expect(post?.requestBody.content["application/json"]?.schema).toMatchObject({
    properties: {
      data: {
        required: ["session", "connection", "verified", "consumed_at"],
        properties: { verified: { type: ["boolean", "null"] } },
      },
    },
  });
});

test("every operation has a unique id", () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(ids).toHaveLength(tools.length + controlOperations.length);
  expect(new Set(ids).size).toBe(ids.length);
});

test("no schema refers to a place that the document does not have", () => {
  expect(JSON.stringify(document)).not.toMatch(/"\$ref":"#\/(\$defs|definitions)|"\$defs"/);
});

test("every served control endpoint is described, and the reverse", async () => {
  const described = controlOperations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const others = await otherRoutes(api.deps);
  const served = [...api.app.routes, ...others.routes]
    .filter(({ path }) => path !== "/v1/tools/:toolId/execute")
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(described.filter((one) => !served.includes(one))).toEqual([]);
  // Pages for people are not part of the interface.
  const control = served.filter((one) => / \/(v1|health)(\/|$)/.test(one));
  expect(control.length).toBeGreaterThan(20);
  expect(control.filter((one) => !described.includes(one))).toEqual([]);
});

describe.each(tools)("$id", (tool) => {
  const path = executePath(tool.id);

  test("answers exactly its codes, each under its status with an example", () => {
    const { responses } = operation("post", path);
    const groups = groupByStatus(answerableCodes(tool));
    expect(Object.keys(responses).map(Number)).toEqual([200, ...groups.keys()]);
    expect(groups.size).toBeGreaterThanOrEqual(10);
    for (const [status, codes] of groups) {
      expect(errorCodesAt(document, responses, status)).toEqual(codes);
    }
  });

  test("its example matches the document's schemas", () => {
    const { requestBody, responses } = operation("post", path);
    const media = requestBody?.content["application/json"];
    expect(media?.example).toEqual({ input: tool.example.input });
    expect(validates(media?.schema, media?.example)).toBe(true);
    const answer = resolve(document, responses["200"]).content?.["application/json"];
    const inFull = resolve(whole, whole.paths[path]?.["post"]?.responses["200"]);
    expect(answer?.example).toMatchObject({ data: tool.example.output });
    const { schema } = inFull.content?.["application/json"] ?? {};
    const narrowed = schema?.allOf?.[1]?.properties?.["data"];
    expect(validates(narrowed, tool.example.output)).toBe(true);
    expect(validates(media?.schema, { input: tool.example.input, extra: 1 })).toBe(false);
  });

  test("requires the headers that it needs", () => {
    const parameters = parametersOf(document, operation("post", path));
    const names = parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["x-client-trace-id", "x-connect-client"]));
    expect(names.includes("X-Connect-Connection")).toBe(tool.needsConnection);
    const key = parameters.find(({ name }) => name === "Idempotency-Key");
    expect(key?.required).toBe(tool.effect === "destructive");
  });
});

function validates(schema: object | undefined, value: unknown): boolean {
  return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(value).success;
}

test("an idempotency key is described as what it does: some tools answer anew under it", async () => {
  const { key } = await api.organization();
  const described = { kept: 0, anew: 0 };
  for (const { id, needsConnection, effect, example } of tools) {
    if (needsConnection || effect !== "read") continue;
    const call = { key, idempotencyKey: randomUUID() };
    const first = await callTool(api.app, id, example.input, call);
    if (first.status !== 200) continue;
    const again = await callTool(api.app, id, example.input, call);
    const parameters = parametersOf(document, operation("post", executePath(id)));
    const text = parameters.find(({ name }) => name === "Idempotency-Key")?.description;
    const isKept = again.body.meta["idempotency"] === "replayed";
    expect([id, text]).toEqual([
      id,
      expect.stringContaining(isKept ? "gets the first answer again" : "is answered anew"),
    ]);
    described[isKept ? "kept" : "anew"] += 1;
  }
  expect(described.kept).toBeGreaterThanOrEqual(4);
  expect(described.anew).toBeGreaterThanOrEqual(2);
});

test("fetching a document again under a key counts as another download, and is described so", () => {
  const path = executePath("tributario.carpeta_documento.obtener");
  const parameters = parametersOf(document, operation("post", path));
  const key = parameters.find(({ name }) => name === "Idempotency-Key");
  expect(key?.description).toContain("is answered anew");
});

test.each(controlOperations)("$method $path answers exactly its codes", (described) => {
  const { responses } = operation(described.method, described.path);
  const groups = groupByStatus(operationCodes(described));
  const statuses = [described.success.status, ...groups.keys()].toSorted((a, b) => a - b);
  expect(Object.keys(responses).map(Number)).toEqual(statuses);
  for (const [status, codes] of groups) {
    expect(errorCodesAt(document, responses, status)).toEqual(codes);
  }
});

test("what execute really answers is what the document describes", async () => {
  const { key } = await api.organization();
  const good = await callTool(api.app, "echo.mensaje.repetir", { mensaje: "hola" }, { key });
  const bad = await callTool(api.app, "echo.mensaje.repetir", { otro: 1 }, { key });
  const { responses } = operation("post", executePath("echo.mensaje.repetir"));
  for (const [answer, status] of [
    [good, 200],
    [bad, 400],
  ] as const) {
    expect(answer.status).toBe(status);
    const described = resolve(document, responses[String(status)]);
    for (const name of Object.keys(described.headers)) expect(answer.headers.has(name)).toBe(true);
  }
  Meta.parse(good.body.meta);
  ErrorEnvelope.parse(bad.body);
});

test.each(controlOperations)(
  "$method $path documents its answer to an unknown parameter",
  async (asked) => {
    const { key } = await api.organization();
    const url = `${asked.path.replaceAll(/\{\w+\}/g, "unknown")}?foo=1`;
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await api.app.request(url, { method: asked.method.toUpperCase(), headers });
    const { responses } = operation(asked.method, asked.path);
    expect(Object.keys(responses).map(Number)).toContain(status);
  },
);

const recorded = controlOperations.filter(
  ({ id, auth }) => auth !== "none" || id === "exports.get",
);

test("an answer that cannot be recorded is refused as described, wherever there is a credential", async () => {
  const { key } = await api.organization();
  const none = new (class extends CallRecords {
    override add(): Promise<void> {
      return Promise.reject(new Error("nothing can be put on record"));
    }
  })();
  const app = createApi({ ...api.appDeps, callRecords: none });
  const authorization = `Bearer ${key}`;
  expect((await app.request("/v1/syncs", { headers: { authorization } })).status).toBe(503);
  expect(recorded.length).toBeGreaterThanOrEqual(17);
  for (const { method, path } of recorded) {
    const { responses } = operation(method, path);
    expect(errorCodesAt(document, responses, 503), path).toContain("service_unavailable");
  }
});
