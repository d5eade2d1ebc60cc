import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join, resolve } from "node:path";
import { Refused } from "../refusals.ts";

const builder = "infra/build/write-maps.ts";

/** A release's sources, and the maps of the named files. */
export interface Maps {
  tree: string;
  of: ReadonlyMap<string, SourceMap>;
}

/** Builds them from the release's commit, in an empty folder. */
export async function mapsOf(
  release: string,
  files: readonly string[],
  folder: string,
): Promise<Maps> {
  const tree = join(folder, "tree");
  await unpack(release, tree);
  const into = join(folder, "built");
  run(process.execPath, ["--import", "tsx", builder, into, release, ...files], tree);
  const found = JSON.parse(await readFile(join(into, "maps.json"), "utf8")) as object;
  const of = new Map<string, SourceMap>();
  for (const [file, map] of Object.entries(found)) {
    const payload = JSON.parse(await readFile(String(map), "utf8")) as SourceMapPayload;
    const at = resolve(String(map), "..");
    const sources = payload.sources.map((source) => resolve(at, source));
    of.set(file, new SourceMap({ ...payload, sources }));
  }
  return { tree, of };
}

async function unpack(release: string, tree: string): Promise<void> {
  const commit = release.replace(/\+$/, "");
  if (!/^[0-9a-f]{7,40}$/.test(commit)) throw new Refused(`"${release}" is no commit`);
  await mkdir(tree, { recursive: true });
  const archive = `${tree}.tar`;
  try {
    run("git", ["archive", `--output=${archive}`, commit], ".");
  } catch (cause) {
    throw new Refused(`here is no checkout that has the commit ${commit}`, { cause });
  }
  run("tar", ["-xf", archive, "-C", tree], ".");
  if (!existsSync(join(tree, builder))) throw new Refused(`${commit} knows no maps yet`);
  const locked = async (folder: string) => readFile(join(folder, "package-lock.json"), "utf8");
  // Other package versions would give other bundles.
  if ((await locked(tree)) === (await locked("."))) {
    await symlink(resolve("node_modules"), join(tree, "node_modules"));
  } else run("npm", ["ci", "--ignore-scripts"], tree);
}

function run(program: string, words: readonly string[], cwd: string): void {
  execFileSync(program, words, { cwd, stdio: ["ignore", "ignore", "pipe"] });
}
