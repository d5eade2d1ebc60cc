import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { bundleOptions, bundles, functionNames, type FunctionName } from "#infra/aws/bundle.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Built {
  name: FunctionName;
  file: string;
  bytes: number;
  metafile: Metafile;
}

// What the platform's builder puts before every bundle of its own: CommonJS inside asks for these.
const banner = [
  "import { createRequire as topLevelCreateRequire } from 'module';",
  "const require = topLevelCreateRequire(import.meta.url);",
  'import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from "url"',
  "const __filename = topLevelFileUrlToPath(import.meta.url)",
  'const __dirname = topLevelFileUrlToPath(new topLevelURL(".", import.meta.url))',
].join("\n");

/** One function as it is deployed: `<name>.mjs`, its source map and `<name>.meta.json`. */
export async function buildFunction(name: FunctionName, folder: string): Promise<Built> {
  const { entry, install } = bundles[name];
  const { format, minify, sourcemap, esbuild } = bundleOptions;
  const file = path.join(folder, `${name}.mjs`);
  await mkdir(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: "node",
    format,
    target: esbuild.target,
    mainFields: ["module", "main"],
    minify,
    keepNames: true,
    sourcemap: sourcemap ? "linked" : false,
    external: [...esbuild.external, ...install],
    banner: { js: banner },
    metafile: true,
    logLevel: "error",
  });
  await writeFile(path.join(folder, `${name}.meta.json`), JSON.stringify(metafile));
  return { name, file, bytes: bytesOf(metafile, `${name}.mjs`), metafile };
}

/** Every function of the service. */
export async function buildAll(folder: string): Promise<Built[]> {
  return Promise.all(functionNames.map((name) => buildFunction(name, folder)));
}

function bytesOf({ outputs }: Metafile, name: string): number {
  const found = Object.entries(outputs).find(([file]) => path.basename(file) === name);
  if (found === undefined) throw new Error(`esbuild wrote no ${name}`);
  return found[1].bytes;
}
