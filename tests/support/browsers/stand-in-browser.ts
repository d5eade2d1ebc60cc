import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "#lib/browser/index.ts";

/** A program that first does something in the shell, and then becomes the product's own browser. */
export async function standInBrowser(first: readonly string[]): Promise<string> {
  const { environment, path } = await findChromium();
  const libraries = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const script = ["#!/bin/sh", ...first, `exec env ${libraries.join(" ")} ${path} "$@"`];
  const folder = mkdtempSync(join(tmpdir(), "connect-stand-in-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // For another user's browsers too.
  chmodSync(folder, 0o755);
  const file = join(folder, "chrome");
  writeFileSync(file, `${script.join("\n")}\n`, { mode: 0o755 });
  return file;
}

/** What Chromium does where namespaces are not allowed. */
export const refusesItsSandbox = [
  'case "$*" in *--no-sandbox*) ;; *) echo "FATAL: No usable sandbox!" >&2; exit 1;; esac',
];
