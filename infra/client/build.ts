import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { packageName, packageVersion } from "#lib/client/package.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const source = path.join(root, "lib/client");

/** What customers install: one module and its types, without dependencies. */
export async function buildClient(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [path.join(source, "index.ts")],
    outfile: path.join(folder, "index.js"),
    bundle: true,
    // Node's modules do not resolve in this build, so an import of one fails it.
    platform: "neutral",
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
  });
  await writeDeclarations(path.join(folder, "types"));
  await copySources(path.join(folder, "src"));
  for (const name of ["README.md", "CHANGELOG.md"]) {
    await cp(path.join(source, name), path.join(folder, name));
  }
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

const manifest = {
  name: packageName,
  version: packageVersion,
  // The service itself serves it; it is in no registry.
  private: true,
  description: "Call the tools of Connect from code, with types for every one of them",
  license: "UNLICENSED",
  type: "module",
  sideEffects: false,
  exports: { ".": { types: "./types/index.d.ts", default: "./index.js" } },
  types: "./types/index.d.ts",
  files: ["index.js", "types", "src", "CHANGELOG.md"],
  engines: { node: ">=20" },
};

async function writeDeclarations(folder: string): Promise<void> {
  const tsc = path.join(root, "node_modules/.bin/tsc");
  const project = path.join(root, "infra/client/declarations.tsconfig.json");
  await promisify(execFile)(tsc, ["-p", project, "--outDir", folder]);
  const names = await readdir(folder, { recursive: true });
  const declarations = names.filter((name) => name.endsWith(".d.ts"));
  await Promise.all(declarations.map((name) => pointToModules(path.join(folder, name))));
  const maps = names.filter((name) => name.endsWith(".d.ts.map"));
  await Promise.all(maps.map((name) => pointToSource(folder, name)));
}

/** Editors open the source behind a declaration, so the sources are included, without tests. */
async function copySources(folder: string): Promise<void> {
  const isTest = (file: string): boolean => file.endsWith(".test.ts");
  const isSource = (file: string): boolean => !/\.\w+$/.test(file) || file.endsWith(".ts");
  await cp(source, folder, {
    recursive: true,
    filter: (file) => isSource(path.basename(file)) && !isTest(file),
  });
}

async function pointToSource(folder: string, name: string): Promise<void> {
  const file = path.join(folder, name);
  const map = JSON.parse(await readFile(file, "utf8")) as { sources: string[] };
  const up = path.relative(path.dirname(name), "..") || ".";
  const own = name
    .replace(/\.d\.ts\.map$/, ".ts")
    .split(path.sep)
    .join("/");
  const sources = [`${up.split(path.sep).join("/")}/src/${own}`];
  await writeFile(file, JSON.stringify({ ...map, sources }));
}

/** The sources import each other with .ts, which an installed package has not. */
async function pointToModules(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replaceAll(/((?:from |import\()"\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'));
}
