import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Metafile } from "esbuild";
import { bundles, functionNames } from "#infra/aws/bundle.ts";
import { buildFunction, buildProgram, programs, type ProgramName } from "./build.ts";

// `infra/build/write-maps.ts FOLDER RELEASE FILE…`: the source map of each file of a release that is named, as
// FOLDER/maps.json has it: file → map. Asked for by `stage stack`, of the release's own sources.
const [folder = "", release = "", ...files] = process.argv.slice(2);

interface Bundled {
  /** What it is called where it runs: built by us, and by the platform, which keeps the entry's path. */
  names: string[];
  build(folder: string, maps: boolean): Promise<{ metafile: Metafile }>;
}

const bundled: Bundled[] = [
  ...functionNames.map((name) => ({
    names: [`${name}.mjs`, `${name}-parts/`, bundles[name].entry.replace(/\.ts$/, ".mjs")],
    build: (into: string, maps: boolean) => buildFunction(name, into, maps),
  })),
  ...(Object.keys(programs) as ProgramName[]).map((name) => ({
    names: [`server/${name}.mjs`],
    build: (into: string, maps: boolean) => buildProgram(name, into, release, maps),
  })),
];

/** A part is called by a hash that its map changes, so the file without one says what it is called. */
const keyOf = ({ entryPoint, inputs }: Metafile["outputs"][string]): string =>
  JSON.stringify([entryPoint, Object.keys(inputs).toSorted()]);

const found: Record<string, string> = {};
for (const { names, build } of bundled) {
  const wanted = files.filter((file) => names.some((name) => `/${file}`.includes(`/${name}`)));
  if (wanted.length === 0) continue;
  const [plain, mapped] = [
    await build(path.join(folder, "plain"), false),
    await build(path.join(folder, "mapped"), true),
  ];
  const maps = new Map(
    Object.entries(mapped.metafile.outputs).map(([file, output]) => [keyOf(output), file]),
  );
  for (const [file, output] of Object.entries(plain.metafile.outputs)) {
    const map = maps.get(keyOf(output));
    const isEntry = output.entryPoint !== undefined && names.length > 0;
    const own = wanted.filter(
      (one) =>
        path.basename(one) === path.basename(file) ||
        (isEntry && names.some((name) => `/${one}`.endsWith(`/${name}`))),
    );
    for (const one of own) if (map !== undefined) found[one] = path.resolve(`${map}.map`);
  }
}
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, "maps.json"), JSON.stringify(found));
