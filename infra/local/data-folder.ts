import { access, constants, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { StartRefused } from "./start-refused.ts";

/** Creates the folder for local mode's state, and refuses one that is not writable. */
export async function makeDataFolder(folder: string): Promise<void> {
  const kind = await kindOf(folder);
  if (kind === "other") throw refused(folder, `${folder} is not a folder`);
  try {
    if (kind === "nothing") await makeAll(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof StartRefused || !(error instanceof Error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw refused(folder, `nothing can be written there (${code ?? error.message})`);
  }
}

/** One by one: Node's recursive `mkdir` never ends in a file system that answers ENOENT. */
async function makeAll(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const kind = await kindOf(parent);
  if (kind === "other") throw refused(folder, `${parent} is not a folder`);
  if (kind === "nothing") await makeAll(parent);
  await mkdir(folder);
}

async function kindOf(file: string): Promise<"folder" | "other" | "nothing"> {
  try {
    return (await stat(file)).isDirectory() ? "folder" : "other";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Nothing can be below a file: the file itself is named when its turn comes.
    if (code === "ENOENT" || code === "ENOTDIR") return "nothing";
    throw refused(file, `it cannot be looked at (${code})`);
  }
}

function refused(folder: string, why: string): StartRefused {
  return new StartRefused(
    `State cannot be kept in ${folder}: ${why}. Set DATA_DIR to a folder of yours.`,
  );
}
