import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundles } from "#infra/aws/bundle.ts";
import { buildEntry } from "#infra/build/build.ts";
import { spawnChild, type Child } from "./child-process.ts";

// The packages that are installed with a bundle are looked for in the folders above it.
const parent = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));
const { install, splitting } = bundles["sync-worker"];

/**
 * A program of ours that tests start often, bundled once as the workers are deployed: from the
 * sources, a process needs three times as long until it begins with its work. Answers its file.
 */
export async function bundleProgram(script: string): Promise<string> {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, "child-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const name = path.basename(script, ".ts");
  const { file } = await buildEntry(name, { entry: script, install, splitting }, folder);
  return file;
}

/** One that takes its orders as an argument, for tests that kill and freeze it. */
export async function bundleChild<Order>(script: string): Promise<(order: Order) => Child> {
  const file = await bundleProgram(script);
  return (order) => spawnChild(process.execPath, [file, JSON.stringify(order)]);
}
