import { cp, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundles, type FunctionBundle, type FunctionName } from "#infra/aws/bundle.ts";
import { builtOnce } from "../processes/built-once.ts";

export interface Package {
  folder: string;
  name: string;
  remove(): Promise<void>;
}

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** What is uploaded: the bundle and its installed packages, in a folder away from everything else. */
export function stageFunction(name: FunctionName): Promise<Package> {
  return stage(name, bundles[name]);
}

/** The same for a handler that a test provides. */
export async function stage(
  name: string,
  bundle: Pick<FunctionBundle, "entry" | "install" | "splitting" | "keepNames">,
): Promise<Package> {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), `connect-lambda-${name}-`));
  await cp(await builtOnce(name, bundle), folder, { recursive: true });
  for (const installed of bundle.install) {
    const link = path.join(folder, "node_modules", installed);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(modules, installed), link);
  }
  return { folder, name, remove: () => rm(folder, { recursive: true, force: true }) };
}
