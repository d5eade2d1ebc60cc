import { execFile } from "node:child_process";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { generatedFiles } from "./generated-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const generatedFolder = path.join(root, "lib/client/generated");

/** Writes the client's formatted types, and removes what is no longer in the catalogue. */
export async function writeTypes(folder: string): Promise<string[]> {
  const files = generatedFiles();
  await mkdir(folder, { recursive: true });
  const old = (await readdir(folder)).filter((name) => !files.has(name));
  await Promise.all(old.map((name) => rm(path.join(folder, name))));
  await Promise.all([...files].map(([name, text]) => writeFile(path.join(folder, name), text)));
  const oxfmt = path.join(root, "node_modules/.bin/oxfmt");
  const names = [...files.keys()].toSorted();
  const config = path.join(root, ".oxfmtrc.json");
  await promisify(execFile)(oxfmt, ["-c", config, "--write", ...names], { cwd: folder });
  return names;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = await writeTypes(generatedFolder);
  process.stdout.write(`lib/client/generated: ${names.length} files\n`);
}
