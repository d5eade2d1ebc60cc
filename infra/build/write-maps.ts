import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Metafile } from "esbuild";
import { bundles, functionNames } from "#infra/aws/bundle.ts";
import {
  buildAsPlatform,
  buildFunction,
  buildProgram,
  programs,
  type ProgramName,
} from "./build.ts";

// `infra/build/write-maps.ts FOLDER RELEASE FILE…` writes the source map of each named file of a release;
// FOLDER/maps.json lists file → map. A file is `PROGRAM=FILE` if the log names the program. `stage stack` runs it in
// the release's own sources.
const [folder = "", release = "", ...files] = process.argv.slice(2);

interface Bundled {
  has(asked: Asked): boolean;
  build(folder: string, maps: boolean): Promise<{ metafile: Metafile }>;
}

interface Asked {
  /** The file as requested. */
  text: string;
  program: string | null;
  file: string;
}

const asked = files.map((text): Asked => {
  const [, program = null, file = text] = /^([a-z-]+)=(.*)$/.exec(text) ?? [];
  return { text, program, file };
});

/** Where the platform unpacks functions. All have chunks there, and two functions share a name. */
const unpackedAt = "/var/task/";

const entryName = (entry: string): string => `${path.basename(entry, ".ts")}.mjs`;
const namesakes = (name: string) =>
  functionNames.filter((one) => entryName(bundles[one].entry) === name);

const bundled: Bundled[] = [
  ...functionNames.map((name) => ({
    has: ({ program, file }: Asked) => {
      if (!file.startsWith(unpackedAt)) return false;
      if (program !== null) return bundles[name].program === program;
      const [only, ...others] = namesakes(path.basename(file));
      return only === name && others.length === 0;
    },
    build: (into: string, maps: boolean) => buildAsPlatform(name, into, maps),
  })),
  ...functionNames.map((name) => ({
    has: ({ file }: Asked) =>
      !file.startsWith(unpackedAt) &&
      [`/${name}.mjs`, `/${name}-parts/`].some((own) => file.includes(own)),
    build: (into: string, maps: boolean) => buildFunction(name, into, maps),
  })),
  ...(Object.keys(programs) as ProgramName[]).map((name) => ({
    has: ({ file }: Asked) => file.includes(`/server/${name}.mjs`),
    build: (into: string, maps: boolean) => buildProgram(name, into, release, maps),
  })),
];

const isCode = (file: string): boolean => file.endsWith(".mjs");

/** A chunk is named by a hash that its map changes, so its name without a map has to be looked up. */
const keyOf = ({ entryPoint, inputs }: Metafile["outputs"][string]): string =>
  JSON.stringify([entryPoint, Object.keys(inputs).toSorted()]);

const found: Record<string, string> = {};
for (const [at, { has, build }] of bundled.entries()) {
  const wanted = asked.filter(has);
  if (wanted.length === 0) continue;
  const mapped = await build(path.join(folder, String(at), "mapped"), true);
  // Without splitting no file name has a hash.
  const isOne = Object.keys(mapped.metafile.outputs).filter(isCode).length === 1;
  const plain = isOne ? mapped : await build(path.join(folder, String(at), "plain"), false);
  const maps = new Map(
    Object.entries(mapped.metafile.outputs)
      .filter(([file]) => isCode(file))
      .map(([file, output]) => [keyOf(output), file]),
  );
  for (const [file, output] of Object.entries(plain.metafile.outputs)) {
    const map = maps.get(keyOf(output));
    if (map === undefined) continue;
    const own = wanted.filter((one) => path.basename(one.file) === path.basename(file));
    for (const { text } of own) found[text] = path.resolve(`${map}.map`);
  }
}
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, "maps.json"), JSON.stringify(found));
