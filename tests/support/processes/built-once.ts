import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { inject } from "vitest";
import type { FunctionBundle } from "#infra/aws/bundle.ts";
import { buildEntry } from "#infra/build/build.ts";

type Wanted = Pick<FunctionBundle, "entry" | "install" | "splitting" | "keepNames">;

/**
 * The folder with `<name>.mjs` and its parts, bundled by the first test file that needs it: a dozen files start the
 * same programs, and bundling one costs seconds. Nobody writes into it.
 */
export async function builtOnce(name: string, wanted: Wanted): Promise<string> {
  const { folder } = inject("bundles");
  const built = path.join(folder, `${name}-of-${wanted.entry.replaceAll(/\W/g, "-")}`);
  if (existsSync(built)) return built;
  const made = await mkdtemp(path.join(folder, "making-"));
  // With maps, a run that records what ran finds the sources; the bundles are the same.
  await buildEntry(name, wanted, made, { maps: process.env["IMPACT_RECORD"] !== undefined });
  try {
    await rename(made, built);
  } catch (error) {
    // Another worker was faster: its files are the same.
    if (!existsSync(built)) throw error;
    await rm(made, { recursive: true });
  }
  return built;
}
