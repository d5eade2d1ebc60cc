import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundles, type FunctionName } from "#infra/aws/bundle.ts";
import { buildFunction } from "#infra/build/build.ts";

export interface Package {
  folder: string;
  name: FunctionName;
  remove(): Promise<void>;
}

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** What is uploaded: the bundle and its installed packages, in a folder where nothing else is near. */
export async function stageFunction(name: FunctionName): Promise<Package> {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), `connect-lambda-${name}-`));
  await buildFunction(name, folder);
  for (const installed of bundles[name].install) {
    const link = path.join(folder, "node_modules", installed);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(modules, installed), link);
  }
  return { folder, name, remove: () => rm(folder, { recursive: true, force: true }) };
}
