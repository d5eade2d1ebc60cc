import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { inject } from "vitest";
import type { FunctionBundle } from "#infra/aws/bundle.ts";
import { buildEntry } from "#infra/build/build.ts";

type Wanted = Pick<FunctionBundle, "entry" | "install" | "splitting" | "keepNames">;

type Options = Parameters<typeof buildEntry>[3];

/** The folder with `<name>.mjs` and its parts: as it is deployed, without other options. */
export function builtOnce(name: string, wanted: Wanted, options: Options = {}): Promise<string> {
  const called = `${name}-of-${wanted.entry.replaceAll(/\W/g, "-")}`;
  // With maps, a run that records what ran finds the sources; the bundles are the same.
  const maps = process.env["IMPACT_RECORD"] !== undefined;
  return madeOnce(called, (folder) => buildEntry(name, wanted, folder, { maps, ...options }));
}

/**
 * The folder made by the first test file that needs it: a dozen files start the same programs, and bundling one costs
 * seconds. Nobody writes into it.
 */
export async function madeOnce(
  called: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const { folder } = inject("bundles");
  const built = path.join(folder, called);
  if (existsSync(built)) return built;
  const made = await mkdtemp(path.join(folder, "making-"));
  await make(made);
  try {
    await rename(made, built);
  } catch (error) {
    // Another worker was faster: its files are the same.
    if (!existsSync(built)) throw error;
    await rm(made, { recursive: true });
  }
  return built;
}
