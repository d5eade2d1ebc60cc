import { access, constants, stat } from "node:fs/promises";
import { AppError } from "../kernel/errors/index.ts";
import { unpackChromium } from "./unpack-chromium.ts";

export interface Chromium {
  path: string;
  /** Where the packaged binary finds its fonts and libraries; null for an installed browser. */
  home: string | null;
}

const installed: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  linux: [
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/snap/bin/chromium",
  ],
};

/** The machine that looks for a browser; a test describes another one. */
export interface Machine {
  platform: NodeJS.Platform;
  arch: string;
  installed?: readonly string[];
}

/** The packaged binary where it runs, which is x86-64 Linux; an installed browser elsewhere. */
export async function findChromium(
  chromiumPath?: string,
  machine: Machine = process,
): Promise<Chromium> {
  if (chromiumPath !== undefined) {
    if (await isExecutable(chromiumPath)) return { path: chromiumPath, home: null };
    throw noBrowser(`CHROMIUM_PATH is ${chromiumPath}, which is not an executable file.`);
  }
  if (machine.platform === "linux" && machine.arch === "x64") return unpackChromium();
  for (const path of machine.installed ?? installed[machine.platform] ?? []) {
    if (await isExecutable(path)) return { path, home: null };
  }
  throw noBrowser(
    `No browser for ${machine.platform} ${machine.arch}: install Google Chrome, or set CHROMIUM_PATH to a Chromium.`,
  );
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function noBrowser(line: string): AppError {
  return new AppError("service_unavailable", { cause: new Error(line) });
}
