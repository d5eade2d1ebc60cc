import { createHash } from "node:crypto";
import { chmod, cp, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** What git ignores or uses itself. */
const notCloned = new Set([".git", ".local", ".sst", "dist", "node_modules"]);

export interface Clone {
  folder: string;
  /** The files that a commit would contain, each with a hash of its content. */
  files(): Promise<Map<string, string>>;
  remove(): Promise<void>;
}

/** The work tree in a new folder, installed, with nothing ever run in it. */
export async function freshClone(): Promise<Clone> {
  const parent = await mkdtemp(path.join(tmpdir(), "connect-readme-"));
  // As root the database runs as its own user, who must be able to enter.
  await chmod(parent, 0o711);
  const folder = path.join(parent, "connect");
  const wanted = (file: string): boolean => !notCloned.has(path.relative(root, file));
  await cp(root, folder, { recursive: true, filter: wanted });
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return {
    folder,
    files: () => filesOf(folder),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

async function filesOf(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || notCloned.has(file.split(path.sep)[0] ?? "")) continue;
    const bytes = await readFile(path.join(folder, file));
    found.set(file, createHash("sha256").update(bytes).digest("hex"));
  }
  return found;
}
