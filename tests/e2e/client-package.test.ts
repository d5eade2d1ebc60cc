import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildClient } from "#infra/client/build.ts";
import { packedClient } from "#infra/client/pack.ts";
import { packageFile, packagePath, packageVersion } from "#lib/client/package.ts";
import { Connect, verifyReceipt, type ToolInput } from "#lib/client/index.ts";
import { callAsTypeScript, guides } from "#lib/guides/index.ts";
import { clientProject, type ClientProject } from "#tests/support/texts/client-package.ts";
import { startTestLocal, type TestLocal } from "#tests/support/scenes/start-test-local.ts";

let project: ClientProject;
let readme: string[];
let local: TestLocal;
beforeAll(async () => {
  [project, local] = await Promise.all([clientProject(), startTestLocal()]);
  await project.write("globals.d.ts", globals);
  const text = await project.read("node_modules/connect-client/README.md");
  readme = [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ""]) => code);
});
afterAll(async () => {
  await local?.close();
  await project?.close();
});

/** What code in a document assumes to exist. */
const globals = `
declare const process: { env: Record<string, string | undefined> };
declare const connect: import("connect-client").Connect;
declare const connection: string;
declare const idempotencyKey: string;
declare const previewRef: string;
declare const secret: string;
declare const endpoint: { id: string };
declare function queue(id: string, event: unknown): Promise<void>;
`;

test("the package has no dependencies, and describes itself", async () => {
  expect(await project.installed()).toEqual(["node_modules/connect-client"]);
  const text = await project.read("node_modules/connect-client/package.json");
  const manifest = JSON.parse(text) as Record<string, unknown>;
  expect(manifest).toMatchObject({
    name: "connect-client",
    version: "0.2.0",
    type: "module",
    private: true,
  });
  expect(manifest["license"]).toBeTypeOf("string");
  for (const kind of ["dependencies", "peerDependencies", "scripts", "bin"]) {
    expect(manifest).not.toHaveProperty(kind);
  }
});

test("it lists its changes, and a declaration leads to its source", async () => {
  const own = (file: string) => project.read(`node_modules/connect-client/${file}`);
  expect(await own("CHANGELOG.md")).toContain(`\n## ${packageVersion}\n`);
  for (const name of ["index", "syncs", "generated/banco_a"]) {
    const map = JSON.parse(await own(`types/${name}.d.ts.map`)) as { sources: string[] };
    const [source = ""] = map.sources;
    const file = path.posix.join("types", path.posix.dirname(name), source);
    expect(file).toBe(`src/${name}.ts`);
    expect(await own(file)).toBe(await readFile(`lib/client/${name}.ts`, "utf8"));
    expect(await own(`types/${name}.d.ts`)).toContain(`//# sourceMappingURL=`);
  }
  const sources = await readdir(path.join(project.folder, "node_modules/connect-client/src"));
  expect(sources.filter((name) => !/^[a-z-]+(\.ts)?$/.test(name))).toEqual([]);
});

test("the service serves the same bytes, a line to check them with, and nothing else", async () => {
  const url = `${local.ready.baseUrl}${packagePath}`;
  const served = await fetch(url);
  expect(served.headers.get("content-type")).toBe("application/gzip");
  const bytes = Buffer.from(await served.arrayBuffer());
  const [again, sum] = [await packedClient(), await (await fetch(`${url}.sha512`)).text()];
  expect(bytes.equals(again.tarball)).toBe(true);
  expect(sum).toBe(again.sum);
  const folder = path.join(project.folder, "..", "handed-out");
  await mkdir(folder);
  await writeFile(path.join(folder, packageFile), bytes);
  await writeFile(path.join(folder, "sum"), sum);
  const { stdout } = await promisify(execFile)("sha512sum", ["--check", "sum"], { cwd: folder });
  expect(stdout).toBe(`${packageFile}: OK\n`);
  const other = await fetch(url.replace("0.2.0", "0.1.9"));
  expect(other.status).toBe(404);
});

test("npm installs it from the address of the Quickstart", async () => {
  const folder = path.join(project.folder, "..", "from-service");
  await mkdir(folder);
  await writeFile(path.join(folder, "package.json"), "{}");
  const cache = ["--cache", path.join(folder, "cache"), "--no-audit", "--no-fund"];
  const url = `${local.ready.baseUrl}${packagePath}`;
  await promisify(execFile)("npm", ["install", ...cache, url], { cwd: folder });
  const installed = path.join(folder, "node_modules/connect-client");
  for (const file of ["index.js", "package.json", "types/index.d.ts"]) {
    const text = await readFile(path.join(installed, file), "utf8");
    expect(text).toBe(await project.read(`node_modules/connect-client/${file}`));
  }
});

test("built again and again, it has its types each time", async () => {
  const folder = path.join(project.folder, "..", "again");
  for (let time = 0; time < 2; time++) {
    await buildClient(folder);
    expect(await readdir(path.join(folder, "types"))).toContain("index.d.ts");
  }
});

describe("its types", () => {
  test("know what every tool takes, answers and needs", async () => {
    await project.write("types.ts", typed);
    expect(await project.compile(["globals.d.ts", "types.ts"])).toBe("");
  });

  test("and a wrong use does not compile", async () => {
    await project.write("wrong.ts", wrong);
    const lines = (await project.compile(["globals.d.ts", "wrong.ts"]))
      .split("\n")
      .flatMap((line) => /^wrong\.ts\((\d+),/.exec(line)?.[1] ?? []);
    const marked = wrong
      .split("\n")
      .flatMap((line, at) => (line.includes("wrong") ? [at + 1] : []));
    expect(marked.length).toBe(9);
    expect([...new Set(lines)].map(Number)).toEqual(marked);
  });

  test("and every example of the README and of the guides compiles", async () => {
    const examples = [
      ...readme,
      ...guides.flatMap(({ blocks }) =>
        blocks.flatMap((block) => {
          if (block.kind === "call") return [callAsTypeScript(block)];
          return block.kind === "code" && block.language === "ts" ? [block.text] : [];
        }),
      ),
    ];
    expect(examples.length).toBeGreaterThanOrEqual(30);
    const names = await Promise.all(
      examples.map(async (text, at) => {
        const name = `example-${at}.ts`;
        await project.write(name, `${text}\nexport {};\n`);
        return name;
      }),
    );
    expect(await project.compile(["globals.d.ts", ...names])).toBe("");
  });
});

describe("against local mode", () => {
  test("the quickstart of its README and of docs/client.md syncs a bank and reads every row of it", async () => {
    const [quickstart = ""] = readme;
    expect(await readFile("docs/client.md", "utf8")).toContain(quickstart);
    await project.write("quickstart.ts", quickstart);
    expect(await project.compile(["globals.d.ts", "quickstart.ts"])).toBe("");
    const { baseUrl } = local.ready;
    const output = await project.run("quickstart.js", {
      CONNECT_URL: baseUrl,
      CONNECT_API_KEY: local.own.apiKey,
    });
    const [first, ...rows] = output.trimEnd().split("\n");
    const { data: now } = (await local.call("core.timestamp.now", {})).body;
    const periodo = String(now?.["iso"]).slice(0, 7);
    const { rows: truth } = await local.control<{ rows: { glosa: string }[] }>(
      "GET",
      `/portals/banco_a/truth?resource=movimientos&periodo=${periodo}&rut=76555835-2`,
    );
    expect(truth.length).toBeGreaterThan(0);
    expect(first).toMatch(/^succeeded \d+$/);
    expect(rows).toHaveLength(truth.length);
    expect(rows.every((row) => /^\d{4}-\d\d-\d\d -?(US)?\$[\d.,]+ \S/.test(row))).toBe(true);
  });
});

describe("the emitting guide", () => {
  const calls = (guides.find(({ id }) => id === "emitting")?.blocks ?? []).flatMap((block) =>
    block.kind === "call" ? [block] : [],
  );

  test("issues one document, however often it is requested, with a receipt that verifies", async () => {
    const client = new Connect({ baseUrl: local.ready.baseUrl, apiKey: local.own.apiKey });
    const dte = client.tools.tributario.dte;
    const own = { connection: local.own.connections["tributario"] ?? "" };
    const idempotencyKey = crypto.randomUUID();
    const example = calls.find(({ toolId }) => toolId === "tributario.dte.previsualizar");
    const { previewRef, totales } = await dte.previsualizar(
      example?.input as unknown as ToolInput<"tributario.dte.previsualizar">,
      own,
    );
    expect(totales.total).toBe(11_900);

    const first = await dte.emitir.withMeta({ previewRef }, { ...own, idempotencyKey });
    const again = await dte.emitir.withMeta({ previewRef }, { ...own, idempotencyKey });
    expect(again.data).toEqual(first.data);
    expect([first.meta.idempotency, again.meta.idempotency]).toEqual(["stored", "replayed"]);

    const { folio, operacionId, recibo } = first.data;
    const operation = await client.operations.get(idempotencyKey);
    expect(operation).toMatchObject({ id: operacionId, state: "done", folio });
    const receipt = await verifyReceipt(recibo, await client.receipts.keys());
    expect(receipt).toMatchObject({ folio, operacionId, idempotencyKey });
    expect(await local.control("GET", "/portals/tributario/log")).toMatchObject({ emitted: 1 });
  });
});

describe("the sandbox guide", () => {
  const guide = guides.find(({ id }) => id === "sandbox");
  const named = [...(guide?.markdown ?? "").matchAll(/`(GET|POST) \$SANDBOX(\/[^`]+)`/g)].map(
    ([, method = "", path = ""]) => ({ method, path }),
  );
  const bodies = new Map(
    [...(guide?.markdown ?? "").matchAll(/"\$SANDBOX(\/[^"]+)"[^]*?-d '([^']+)'/g)].map(
      ([, path = "", body = ""]) => [path, JSON.parse(body) as unknown],
    ),
  );

  test("names valid calls of the control plane", async () => {
    expect(named.length).toBeGreaterThanOrEqual(7);
    expect(bodies.size).toBe(2);
    const posts = named.filter(({ method, path }) => method === "POST" && path !== "/reset");
    expect([...bodies.keys()].toSorted()).toEqual(posts.map(({ path }) => path).toSorted());
    // An invalid call throws.
    for (const { method, path } of named) await local.control(method, path, bodies.get(path));
  });
});

const typed = `
import { Connect, isConnectError, signed, verifyWebhook, type SyncJob, type ToolInput } from "connect-client";

const { iso, unix } = await connect.tools.core.timestamp.now({ timezone: "America/Santiago" });
const text: string = iso;
const seconds: number = unix;

const { data, meta } = await connect.tools.banco_a.saldos.consultar.withMeta({}, { connection });
const balance: number | undefined = data.saldos[0]?.saldoContable;
const replay: "stored" | "replayed" | undefined = meta.idempotency;

for await (const row of connect.tools.banco_b.nomina_pagos.consultar.all({ idNomina: "1" }, { connection })) {
  const line: number = row.linea;
}

const issued = await connect.tools.tributario.dte.emitir({ previewRef }, { connection, idempotencyKey });
const folio: number = issued.folio;

const input: ToolInput<"banco_a.movimientos.consultar"> = { periodo: "2026-08", type: "credit" };
const job: SyncJob = await connect.syncs.get("sjb_1");
const ended: "succeeded" | "canceled" = (await connect.waitForSync(job.id)).status;
const judged: "succeeded" | "failed" | "canceled" = (await connect.waitForSync(job.id, { throwOnFailure: false })).status;

const event = await verifyWebhook("{}", {}, secret);
if (event.type === "sync.succeeded") {
  const brought: number | null = event.data.records_synced;
}
for await (const row of connect.tools.banco_a.movimientos.consultar.all({}, { connection })) {
  const amount: number = signed(row);
}

try {
  await connect.call("banco_a.saldos.consultar", {}, { connection });
} catch (error) {
  if (!isConnectError(error)) throw error;
  switch (error.code) {
    case "validation_error": {
      const where: (string | number)[] | undefined = error.details.issues[0]?.path;
      break;
    }
    case "connection_sync_in_progress": {
      const running: string = error.details.jobId;
      break;
    }
    case "unauthorized": {
      const nothing: Record<string, unknown> | null = error.details;
      break;
    }
  }
  if (error.fix !== null) {
    await connect.call(error.fix.toolId, error.fix.input, {
      connection: error.fix.connection ?? undefined,
      idempotencyKey: error.fix.idempotencyKey ?? undefined,
    });
  }
}
new Connect({ baseUrl: "https://connect.test", apiKey: async () => "token", app: { name: "a", version: "1" } });
export {};
`;

const wrong = `
await connect.tools.tributario.dte.emitir({ previewRef }, { connection }); // wrong: no key
await connect.tools.tributario.dte.emitir({ previewRef }, { idempotencyKey }); // wrong: no connection
await connect.tools.banco_a.saldos.consultar({}); // wrong: no connection
await connect.tools.banco_a.saldos.consultar({ periodo: "2026-08" }, { connection }); // wrong: no such field
await connect.tools.banco_a.movimientos.consultar({ type: "cargo" }, { connection }); // wrong: no such value
await connect.tools.core.timestamp.now({}, { connection }); // wrong: it works for no company
connect.tools.core.timestamp.now.all({}); // wrong: it has no pages
(await connect.waitForSync("sjb_1")).status === "failed"; // wrong: that throws
await connect.tools.banco_a.saldos.borrar({}, { connection }); // wrong: no such tool
export {};
`;
