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
 * A program of ours that tests kill and freeze, bundled once as the workers are deployed: from the
 * sources, a process needs three times as long until it begins with its work.
 */
export async function bundleChild<Order>(script: string): Promise<(order: Order) => Child> {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, "child-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const name = path.basename(script, ".ts");
  const { file } = await buildEntry(name, { entry: script, install, splitting }, folder);
  return (order) => spawnChild(process.execPath, [file, JSON.stringify(order)]);
}
