import { AppError } from "#lib/kernel/errors/index.ts";
import { installedChromium, type Chromium } from "./chromium.ts";
import { unpackChromium } from "./unpack-chromium.ts";

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

/** The machine on which a browser is looked for; tests describe other ones. */
interface Machine {
  platform: NodeJS.Platform;
  arch: string;
  installed?: readonly string[];
}

/** The packaged binary where it runs, on x86-64 Linux; an installed browser elsewhere. */
export async function findChromium(
  chromiumPath?: string,
  machine: Machine = process,
): Promise<Chromium> {
  if (chromiumPath !== undefined) {
    const chosen = await installedChromium(chromiumPath);
    if (chosen !== null) return chosen;
    throw noBrowser(`${chromiumPath} is not an executable file`);
  }
  if (machine.platform === "linux" && machine.arch === "x64") return packaged();
  for (const path of machine.installed ?? installed[machine.platform] ?? []) {
    const found = await installedChromium(path);
    if (found !== null) return found;
  }
  throw noBrowser(
    `No browser for ${machine.platform} ${machine.arch}: install Google Chrome, or set CHROMIUM_PATH to a Chromium`,
  );
}

async function packaged(): Promise<Chromium> {
  try {
    return await unpackChromium();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw noBrowser(`The packaged browser cannot be used: ${reason}`, error);
  }
}

function noBrowser(line: string, cause?: unknown): AppError {
  return new AppError("service_unavailable", { cause: new Error(line, { cause }) });
}
