import { access, constants, stat } from "node:fs/promises";

/** A browser's program, and what it is started with. */
export interface Chromium {
  path: string;
  /** The package's own, which has its own arguments. */
  packaged: boolean;
  /** Where the packaged browser finds its fonts and libraries. */
  environment: Readonly<Record<string, string>>;
}

/** An installed browser, which needs no arguments; null when the path is not a program. */
export async function installedChromium(path: string): Promise<Chromium | null> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile() ? { path, packaged: false, environment: {} } : null;
  } catch {
    return null;
  }
}
