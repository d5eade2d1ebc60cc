import path from "node:path";
import { inject } from "vitest";
import { bundles } from "#infra/aws/bundle.ts";
import { builtOnce } from "./built-once.ts";
import { spawnChild, type Child } from "./child-process.ts";

const { install, splitting, keepNames } = bundles["sync-worker"];

/**
 * A program that tests start often, bundled once as the workers are deployed: run from the sources, a process takes
 * three times as long to start. Returns the file.
 */
export async function bundleProgram(script: string): Promise<string> {
  const name = path.basename(script, ".ts");
  const folder = await builtOnce(name, { entry: script, install, splitting, keepNames });
  return path.join(folder, `${name}.mjs`);
}

/**
 * The environment in which a bundle finds what V8 compiled of it for an earlier process: a third of a
 * start. Not for all processes of a run, some of which end after its folders are gone.
 */
export function compiledBefore(): { NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: path.join(inject("bundles").folder, "compiled") };
}

/** A program that takes its orders as an argument, for tests that kill and freeze it. */
export async function bundleChild<Order>(script: string): Promise<(order: Order) => Child> {
  const file = await bundleProgram(script);
  return (order) =>
    spawnChild(process.execPath, [file, JSON.stringify(order)], { env: compiledBefore() });
}
