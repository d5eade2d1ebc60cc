import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile, type Plugin } from "esbuild";
import {
  bundleOptions,
  bundles,
  functionNames,
  neverThere,
  type FunctionBundle,
  type FunctionName,
} from "#infra/aws/bundle.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Built {
  name: FunctionName;
  file: string;
  /** What a cold start reads: the file and its static imports, as the metafile names them. */
  coldFiles: string[];
  coldBytes: number;
  /** Includes lazily imported parts. */
  bytes: number;
  metafile: Metafile;
}

// The platform's builder puts this before each of its bundles: CommonJS inside needs it.
const banner = [
  "import { createRequire as topLevelCreateRequire } from 'module';",
  "const require = topLevelCreateRequire(import.meta.url);",
  'import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from "url"',
  "const __filename = topLevelFileUrlToPath(import.meta.url)",
  'const __dirname = topLevelFileUrlToPath(new topLevelURL(".", import.meta.url))',
].join("\n");

/** One deployed function: `<name>.mjs`, its parts and `<name>.meta.json`. */
export async function buildFunction(
  name: FunctionName,
  folder: string,
  maps = false,
): Promise<Built> {
  return { name, ...(await buildEntry(name, bundles[name], folder, { maps })) };
}

/** The same with the names that the platform's builder gives: a file's text contains its chunks' names. */
export async function buildAsPlatform(
  name: FunctionName,
  folder: string,
  maps: boolean,
): Promise<Omit<Built, "name">> {
  const called = path.basename(bundles[name].entry, ".ts");
  return buildEntry(called, bundles[name], folder, { maps, chunkNames: "[name]-[hash]" });
}

interface BuildOptions {
  /** Code that comes before everything else. */
  first?: string;
  maps?: boolean;
  chunkNames?: string;
  external?: readonly string[];
  minify?: boolean;
  plugins?: readonly Plugin[];
}

/** Any entry with the same options; for a bench that compares with ours. */
export async function buildEntry(
  name: string,
  {
    entry,
    install,
    splitting,
    keepNames,
  }: Pick<FunctionBundle, "entry" | "install" | "splitting" | "keepNames">,
  folder: string,
  {
    first = "",
    maps = false,
    chunkNames = `${name}-parts/[name]-[hash]`,
    external = bundleOptions.esbuild.external,
    minify = bundleOptions.minify,
    plugins = [],
  }: BuildOptions = {},
): Promise<Omit<Built, "name">> {
  const { format, sourcemap } = bundleOptions;
  const file = path.join(folder, `${name}.mjs`);
  await mkdir(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { [name]: entry },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    chunkNames,
    splitting,
    bundle: true,
    platform: "node",
    format,
    // The platform's builder writes for this target, whatever it is told.
    target: "esnext",
    mainFields: ["module", "main"],
    minify,
    keepNames,
    sourcemap: maps ? "external" : sourcemap,
    external: [...external, ...install],
    plugins: [...plugins],
    banner: { js: `${banner}\n${first}` },
    metafile: true,
    logLevel: "error",
  });
  await writeFile(path.join(folder, `${name}.meta.json`), JSON.stringify(metafile));
  return { file, ...sizesOf(metafile, `${name}.mjs`), metafile };
}

/** What a plain server and its operator run: one file each, with only the production packages. */
export const programs = {
  serve: "infra/server/serve.ts",
  migrate: "infra/deploy/migrate.ts",
  backup: "infra/deploy/backup.ts",
  admin: "infra/deploy/admin.ts",
} as const;
export type ProgramName = keyof typeof programs;

export function buildProgram(
  name: ProgramName,
  folder: string,
  release: string,
  maps = false,
): Promise<Omit<Built, "name">> {
  const { install, splitting, keepNames } = bundles["sync-worker"];
  const parts = { entry: programs[name], install, splitting, keepNames };
  // The program's name in the log, unless it is set.
  const said = `process.env["RELEASE"] ||= ${JSON.stringify(release)};`;
  // A server may get its credentials from anywhere, and has the packages installed.
  const options = { first: said, maps, external: neverThere };
  return buildEntry(name, parts, path.join(folder, "server"), options);
}

/** Every function of the service. */
export async function buildAll(folder: string): Promise<Built[]> {
  return Promise.all(functionNames.map((name) => buildFunction(name, folder)));
}

export function sizesOf(
  { outputs }: Metafile,
  entry: string,
): Pick<Built, "coldFiles" | "coldBytes" | "bytes"> {
  const code = Object.keys(outputs).filter((file) => file.endsWith(".mjs"));
  const first = code.find((file) => path.basename(file) === entry);
  if (first === undefined) throw new Error(`esbuild wrote no ${entry}`);
  const read = new Set([first]);
  for (const file of read) {
    for (const { path: next, kind } of outputs[file]?.imports ?? []) {
      if (kind === "import-statement" && next in outputs) read.add(next);
    }
  }
  const sum = (files: Iterable<string>): number =>
    [...files].reduce((total, file) => total + (outputs[file]?.bytes ?? 0), 0);
  return { coldFiles: [...read], coldBytes: sum(read), bytes: sum(code) };
}
