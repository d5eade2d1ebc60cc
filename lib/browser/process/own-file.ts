import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";

interface Expected {
  kind: "file" | "folder";
  uid: number;
}

/**
 * Whether the file exists. Throws when somebody else could have put it there, or could change it:
 * folders such as /tmp are open to every user of the machine.
 */
export async function isOwn(path: string, expected: Expected): Promise<boolean> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found === null) return false;
  const problem = problemOf(found, expected);
  if (problem === null) return true;
  throw new Error(`${path} is not used: ${problem}. Remove it and try again`);
}

function problemOf(found: Stats, { kind, uid }: Expected): string | null {
  if (found.isSymbolicLink()) return "it is a link";
  if (kind === "folder" ? !found.isDirectory() : !found.isFile()) return `it is no ${kind}`;
  if (found.uid !== uid) return `it belongs to user ${found.uid}, not to ${uid}`;
  if ((found.mode & 0o022) === 0) return null;
  return `others may write to it (mode ${(found.mode & 0o7777).toString(8)})`;
}
