import { existsSync } from "node:fs";
import bundled from "@sparticuz/chromium";
import { chromium, type Browser } from "playwright-core";

const installed = [
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A browser as a person has it, for the pages that people see. Not the worker's. */
export async function openBrowser(): Promise<Browser> {
  const given = process.env["CHROMIUM_PATH"];
  const packaged = process.platform === "linux" && process.arch === "x64";
  const executablePath =
    given ??
    (packaged ? await bundled.executablePath() : installed.find((path) => existsSync(path)));
  if (executablePath === undefined) throw new Error("no Chromium: set CHROMIUM_PATH");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}
