import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

/** What a browser can still write. A full disk fails every job that comes to this machine. */
export async function freeDiskBytes(folder = tmpdir()): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
