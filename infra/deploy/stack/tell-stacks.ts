import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { mapsOf, type Maps } from "./maps-of.ts";
import { stacksOf, type Failure } from "./stacks-of.ts";

/** A position in the sources with its line; without a map, the position as in the log. */
interface Place {
  at: string;
  source?: string;
}

interface Told extends Pick<Failure, "at" | "event" | "release" | "program"> {
  stack: Place[];
}

/** What failed in a log, with the source lines of its releases. */
export async function tellStacks(log: string): Promise<Told[]> {
  const failures = stacksOf(log);
  const told: Told[] = [];
  for (const release of new Set(failures.map((one) => one.release))) {
    const own = failures.filter((one) => one.release === release);
    const folder = await mkdtemp(join(tmpdir(), "connect-stack-"));
    try {
      const files = new Set(own.flatMap((one) => one.frames.map(({ file }) => fileOf(one, file))));
      const maps = await mapsOf(release, [...files], folder);
      for (const { frames, ...failure } of own) {
        told.push({
          ...failure,
          stack: await Promise.all(
            frames.map((one) => placeOf(maps, { ...one, file: fileOf(failure, one.file) })),
          ),
        });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  return told;
}

/** The format for the builder of maps: `PROGRAM=FILE`, or only the file if the program is unknown. */
function fileOf({ program }: Pick<Failure, "program">, file: string): string {
  return program === null ? file : `${program}=${file}`;
}

async function placeOf(
  { tree, of }: Maps,
  { file, line, column, text }: Failure["frames"][number],
): Promise<Place> {
  const origin = of.get(file)?.findOrigin(line, column);
  if (origin === undefined || !("fileName" in origin)) return { at: text };
  const { fileName, lineNumber, columnNumber } = origin;
  const lines = (await readFile(fileName, "utf8")).split("\n");
  const own = relative(tree, fileName);
  const shown = own.startsWith("..") ? own.slice(own.indexOf("node_modules/")) : own;
  return {
    at: `${shown}:${lineNumber}:${columnNumber}`,
    source: lines[lineNumber - 1]?.trim() ?? "",
  };
}
