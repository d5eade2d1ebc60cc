import { execFile } from "node:child_process";
import { promisify } from "node:util";

const traceLimitMs = 10_000;

/**
 * Whether this machine lacks a library that the program needs. Only the loader runs, not the
 * program.
 */
export async function missesLibraries(path: string): Promise<boolean> {
  const options = { env: { LD_TRACE_LOADED_OBJECTS: "1" }, timeout: traceLimitMs };
  try {
    const { stdout } = await promisify(execFile)(path, [], options);
    return stdout.includes("not found");
  } catch {
    // A library exists but cannot be read: the packaged ones may work.
    return true;
  }
}
