import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "#lib/browser/index.ts";

/** A program that does something first, in the shell, and then is the product's own browser. */
export async function standInBrowser(first: readonly string[]): Promise<string> {
  const { environment, path } = await findChromium();
  const libraries = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const script = ["#!/bin/sh", ...first, `exec env ${libraries.join(" ")} ${path} "$@"`];
  const folder = mkdtempSync(join(tmpdir(), "connect-stand-in-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // For browsers of another user too.
  chmodSync(folder, 0o755);
  const file = join(folder, "chrome");
  writeFileSync(file, `${script.join("\n")}\n`, { mode: 0o755 });
  return file;
}

/** What Chromium does where it is allowed no namespaces. */
export const refusesItsSandbox = [
  'case "$*" in *--no-sandbox*) ;; *) echo "FATAL: No usable sandbox!" >&2; exit 1;; esac',
];
