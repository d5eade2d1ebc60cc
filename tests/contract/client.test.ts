import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { controlOperations } from "#functions/api/control-operations.ts";
import { generatedFolder, writeTypes } from "#infra/client/write-types.ts";
import {
  Connect,
  isConnectError,
  signTestWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from "#lib/client/index.ts";
import { packageFile, packageName, packagePath } from "#lib/client/package.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { executePath } from "#lib/tools/documents/index.ts";
import { sharedApi, type SharedApi } from "#tests/support/scenes/shared-api.ts";

const tools = connectors.flatMap((connector) => connector.tools);
const baseUrl = "https://connect.test";
const connection = "conn_01k2ap4m7c5xj0h8rztwq6e9vd";
const idempotencyKey = "7b6f4f0e-2c1d-4b4e-9c1a-0c5a7b1d2e3f";

let api: SharedApi;
let key: string;
beforeAll(async () => {
  api = await sharedApi();
  ({ key } = await api.organization());
});

/** The service itself, without a network in between. */
const served: typeof fetch = async (url, init) => api.app.request(url, init);

/** A client whose requests are recorded and get this answer. */
function recording(answer: unknown) {
  const asked: Request[] = [];
  const keep: typeof fetch = async (url, init) => {
    asked.push(new Request(url, init));
    return Response.json(answer);
  };
  return { connect: new Connect({ baseUrl, apiKey: "connect_sk_uno", fetch: keep }), asked };
}

test("nothing tells anybody to install the package by its bare name", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.(?:tsx?|md|json|yaml|sh)$/.test(file) && existsSync(file));
  expect(files.length).toBeGreaterThan(2_700);
  const bare =
    /(?:npm|pnpm|yarn|bun)\s+(?:install|i|add)\s+[^\n]*(?<![\w/-])connect-client(?![\w-]*\.tgz)/;
  expect(
    ["install", "i"].every((verb) => bare.test(["npm", verb, "-D", packageName].join(" "))),
  ).toBe(true);
  const told = files.filter((file) => bare.test(readFileSync(file, "utf8")));
  expect(told).toEqual([]);
  expect(readFileSync("docs/client.md", "utf8")).toContain(`$URL${packagePath}`);
  const readme = readFileSync("lib/client/README.md", "utf8");
  expect(readme).toContain(`"$CONNECT_URL${packagePath}"`);
  // By its address a lockfile would hold bytes that the next release no longer serves.
  expect(readme).toContain(`\nnpm install ./${packageFile}\n`);
});

test("the generated types are those of the catalogue: npm run client:types", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "client-types-"));
  const names = await writeTypes(folder);
  expect((await readdir(generatedFolder)).toSorted()).toEqual(names);
  expect(names.length).toBeGreaterThan(connectors.length);
  for (const name of names) {
    const [fresh, kept] = await Promise.all(
      [folder, generatedFolder].map((one) => readFile(path.join(one, name), "utf8")),
    );
    expect(kept).toBe(fresh);
  }
  await rm(folder, { recursive: true });
});

describe.each(tools)("$id", (tool) => {
  test("is reached by its name, with what it needs", async () => {
    const { connect, asked } = recording({ data: tool.example.output, meta: {} });
    const call = tool.id
      .split(".")
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], connect.tools);
    const options = {
      ...(tool.needsConnection && { connection }),
      ...(tool.effect === "destructive" && { idempotencyKey }),
    };
    const { input } = tool.example;
    const answer = await (call as (...given: unknown[]) => Promise<unknown>)(input, options);
    expect(answer).toEqual(tool.example.output);
    const [request] = asked;
    expect([request?.method, request?.url]).toEqual(["POST", `${baseUrl}${executePath(tool.id)}`]);
    expect(await request?.json()).toEqual({ input });
    expect(request?.headers.get("x-connect-connection") ?? null).toBe(options.connection ?? null);
    expect(request?.headers.get("idempotency-key") ?? null).toBe(options.idempotencyKey ?? null);
  });
});

test("every control endpoint has a method", async () => {
  const data = Object.assign([], { syncs: [], cursor: null });
  const { connect, asked } = recording({ data, pagination: { cursor: null }, keys: [] });
  const { syncs, webhooks, events, operations, documents, exports, receipts, catalogue } = connect;
  await syncs.get("{id}");
  await syncs.list();
  await syncs.cancel("{id}");
  await webhooks.create({ url: "https://hooks.example.com" });
  await webhooks.list();
  await webhooks.get("{id}");
  await webhooks.update("{id}", { enabled: true });
  await webhooks.disable("{id}");
  await webhooks.rollSecret("{id}");
  await webhooks.deliveries("{id}");
  await webhooks.resend("{id}", "{delivery_id}");
  await events.list();
  await events.get("{id}");
  await operations.get("{id}");
  await documents.get("https://elsewhere.example/v1/documents/{ticket}");
  const parts = exports.parts("https://elsewhere.example/v1/exports/{token}");
  for await (const part of parts) expect(part.length).toBeGreaterThan(0);
  await receipts.keys();
  await catalogue.list();
  await catalogue.get("{id}");
  const reached = asked.map(
    ({ method, url }) => `${method} ${decodeURIComponent(new URL(url).pathname)}`,
  );
  const wanted = controlOperations.filter(
    ({ id, path: at }) => at.startsWith("/v1/") || id === "receipts.keys",
  );
  expect(wanted.length).toBeGreaterThanOrEqual(19);
  expect(reached.toSorted()).toEqual(
    wanted.map(({ method, path: at }) => `${method.toUpperCase()} ${at}`).toSorted(),
  );
});

describe("against the service", () => {
  const client = (apiKey = key) => new Connect({ baseUrl, apiKey, fetch: served });

  test("a call is answered, and its record names the library", async () => {
    const { data, meta } = await client().tools.echo.mensaje.repetir.withMeta({ mensaje: "hola" });
    expect(data).toEqual({ mensaje: "hola" });
    expect(meta).toMatchObject({ plane: "action", audit_status: "recorded" });
  });

  test("a refusal has the details of its code", async () => {
    const calling = client().call("echo.mensaje.repetir", { menssaje: "hola" });
    const thrown: unknown = await calling.catch((error: unknown) => error);
    if (!isConnectError(thrown) || thrown.code !== "validation_error") throw thrown;
    expect(thrown.details.issues.map((issue) => issue.path.join()).toSorted()).toEqual([
      "mensaje",
      "menssaje",
    ]);
    expect(thrown.requestId).toMatch(/^req_/);
  });

  test("a stranger's key is refused, and the key is nowhere in the error", async () => {
    const stranger = `connect_sk_${"x".repeat(40)}`;
    const thrown: unknown = await client(stranger)
      .syncs.list()
      .catch((error: unknown) => error);
    expect(isConnectError(thrown) && thrown.code).toBe("unauthorized");
    expect(JSON.stringify(thrown) + String(thrown)).not.toContain(stranger);
    expect(JSON.stringify(client(stranger))).not.toContain(stranger);
  });
});

test("runs with Web standards and nothing else", async () => {
  const built = await build({
    entryPoints: ["lib/client/index.ts"],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    globalName: "client",
    target: "es2022",
    metafile: true,
  });
  const outputs = Object.values(built.metafile.outputs);
  expect(outputs.flatMap(({ imports }) => imports)).toEqual([]);
  expect(Object.keys(built.metafile.inputs).every((file) => file.startsWith("lib/client/"))).toBe(
    true,
  );
  // A separate realm: no process, no Buffer, no require.
  const realm = createContext({
    fetch: served,
    Headers,
    URL,
    URLSearchParams,
    AbortController,
    setTimeout,
    clearTimeout,
    baseUrl,
    key,
  });
  const code = `${built.outputFiles[0]?.text ?? ""};
    const connect = new client.Connect({ baseUrl, apiKey: key, fetch });
    (async () => {
      const { mensaje } = await connect.tools.echo.mensaje.repetir({ mensaje: "hola" });
      const { data: syncs } = await connect.syncs.list({ limit: 1 });
      const tools = await connect.catalogue.list({ connector: "core" });
      const refused = await connect.call("banco_z.a.b", {}).catch((error) => error.code);
      return [mensaje, syncs.length, tools[0].id, refused].join();
    })()`;
  expect(await (runInContext(code, realm) as Promise<string>)).toBe(
    "hola,0,core.timestamp.now,tool_not_found",
  );
});

test("pages of another origin cannot read an answer, and the README says so", async () => {
  const headers = { origin: "https://page.example", "access-control-request-method": "POST" };
  const path = executePath("echo.mensaje.repetir");
  for (const method of ["OPTIONS", "POST"]) {
    const answer = await api.app.request(path, {
      method,
      headers: { ...headers, authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(method === "POST" && { body: JSON.stringify({ input: { mensaje: "hola" } }) }),
    });
    expect(answer.ok).toBe(method === "POST");
    const allowed = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect(allowed).toEqual([]);
  }
  expect(readFileSync("lib/client/README.md", "utf8")).toContain(
    "the service sends no CORS headers",
  );
});

test("the README's receiver answers whatever is posted to it", async () => {
  type Handler = (request: unknown, response: unknown) => Promise<void>;
  const [, code = ""] =
    /```js\n([^]*?)```/.exec(readFileSync("lib/client/README.md", "utf8")) ?? [];
  const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
  const routes: Handler[] = [];
  runInContext(
    code,
    createContext({
      app: { post: (_path: string, _raw: unknown, handler: Handler) => void routes.push(handler) },
      express: { raw: () => null },
      console: { log: () => undefined, error: () => undefined },
      verifyWebhook,
      WebhookVerificationError,
      secret,
    }),
  );
  const answers: number[] = [];
  const response = { sendStatus: (status: number) => void answers.push(status) };
  const data = { test: true, message: "hola", endpoint_id: "whk_1" } as const;
  const { body, headers } = await signTestWebhook({ type: "webhook.test", data }, secret);
  for (const given of [headers, { ...headers, "webhook-id": "whev_2" }, {}]) {
    await routes[0]?.({ body, headers: given }, response);
  }
  expect(answers).toEqual([204, 400, 400]);
});
