import { access, constants, stat } from "node:fs/promises";

/** A browser's program, and what it is started with. */
export interface Chromium {
  path: string;
  /** The one of the package, which has arguments of its own. */
  packaged: boolean;
  /** Where the packaged one finds its fonts and libraries. */
  environment: Readonly<Record<string, string>>;
}

/** One that this machine has, which needs to be told nothing; null when it is no program. */
export async function installedChromium(path: string): Promise<Chromium | null> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile() ? { path, packaged: false, environment: {} } : null;
  } catch {
    return null;
  }
}
