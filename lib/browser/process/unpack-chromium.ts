import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmod,
  lchown,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { minuteMs } from "#lib/kernel/clock.ts";
import type { Chromium } from "./chromium.ts";
import { fontsConf } from "./fonts-conf.ts";
import { missesLibraries } from "./missing-libraries.ts";
import { isOwn } from "./own-file.ts";
import { removeOldBrowsers } from "./remove-old-browsers.ts";

const packageName = "@sparticuz/chromium";
const unpackScript =
  "const { default: c } = await import(process.argv[1]); await c.executablePath();";
/** The package unpacks its libraries only if it takes this machine for the Lambda runtime. */
const unpackAll = { AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" };
const unpackLimitMs = minuteMs;
const finding = new Map<string, Promise<Chromium>>();
const tidied = new Set<string>();

/**
 * The packaged browser, unpacked once per machine and user. The package itself trusts any file in
 * its place, half written or planted: here a whole folder gets its name only when it is complete.
 */
export function unpackChromium(
  parent = stateFolder(),
  uid = process.getuid?.() ?? 0,
): Promise<Chromium> {
  const known = finding.get(parent);
  if (known !== undefined) return known;
  const found = findOrUnpack(parent, uid).finally(() => finding.delete(parent));
  finding.set(parent, found);
  return found;
}

/** A service manager's state folder is open to nobody else; the temporary one is. */
function stateFolder(): string {
  const [given = ""] = (process.env["STATE_DIRECTORY"] ?? "").split(":");
  return given === "" ? tmpdir() : given;
}

async function findOrUnpack(parent: string, uid: number): Promise<Chromium> {
  const entry = createRequire(import.meta.url).resolve(packageName);
  const home = join(parent, await folderName(entry, uid));
  if (!(await isComplete(home, uid))) await unpackInto(home, entry, uid);
  if (!tidied.has(parent)) {
    tidied.add(parent);
    const unpacked = { parent, kept: basename(home), uid, now: Date.now() };
    // Safe: whatever is left only takes space.
    await removeOldBrowsers(unpacked).catch(() => undefined);
  }
  const path = join(home, "chromium");
  const libraries = { LD_LIBRARY_PATH: join(home, "al2023", "lib") };
  return {
    path,
    packaged: true,
    environment: {
      FONTCONFIG_PATH: join(home, "fonts"),
      ...steadyEnvironment(home),
      ...((await missesLibraries(path)) && libraries),
    },
  };
}

/**
 * Its graphics thread sets this variable and removes it again while a dozen other threads read the
 * environment. If it is set from the start the list is not moved; otherwise one start in 450
 * crashed while reading it.
 */
function steadyEnvironment(home: string): Record<string, string> {
  return { VK_ICD_FILENAMES: join(home, "vk_swiftshader_icd.json") };
}

/** Another release, user or font file of ours has another folder. */
async function folderName(entry: string, uid: number): Promise<string> {
  const manifest = join(dirname(entry), "..", "package.json");
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  const written = JSON.stringify([unpackScript, unpackAll, fontsConf(""), "readable"]);
  const hash = createHash("sha256").update(written).digest("hex").slice(0, 8);
  return `chromium-${version}-${uid}-${hash}`;
}

async function unpackInto(home: string, entry: string, uid: number): Promise<void> {
  const staging = await mkdtemp(`${home}-unpacking-`);
  try {
    await unpack(entry, staging);
    await writeFile(join(staging, "fonts", "fonts.conf"), fontsConf(join(home, "fonts", "fonts")));
    await takeOver(staging);
    const missing = await missingFrom(staging);
    if (missing !== null) throw new Error(`${packageName} was unpacked without ${missing}`);
    // Whatever is there by now was unpacked by another process, as complete as ours, or partly
    // cleaned up.
    if (await isComplete(home, uid)) return;
    await rm(home, { recursive: true, force: true });
    await rename(staging, home);
  } catch (error) {
    if (!(await isComplete(home, uid))) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** In a process of its own, since the package unpacks into whatever TMPDIR is. */
async function unpack(entry: string, staging: string): Promise<void> {
  const { PATH, HOME } = process.env;
  const options = { env: { PATH, HOME, TMPDIR: staging, ...unpackAll }, timeout: unpackLimitMs };
  const script = ["--input-type=module", "-e", unpackScript, entry];
  try {
    await promisify(execFile)(process.execPath, script, options);
  } catch (error) {
    throw new Error(`it was not unpacked into ${dirname(staging)}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** The script's own error: the failed command and its stack are a page long each. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("killed" in error && error.killed === true) return `not done after ${unpackLimitMs / 1000} s`;
  // In brackets when it has no stack, as those of a full disk.
  const own = /^\[?\w*Error: (.*?)(?:\] \{)?$/m.exec(error.message);
  return own?.[1] ?? error.message.split("\n", 1)[0] ?? "";
}

/**
 * When root unpacks, files belong to the package maker's users, but the browser's user must be able
 * to read them.
 */
async function takeOver(folder: string): Promise<void> {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid !== 0 || gid === undefined) return;
  for (const name of ["", ...(await readdir(folder, { recursive: true }))]) {
    const path = join(folder, name);
    await lchown(path, uid, gid);
    const found = await lstat(path);
    const mode = (found.mode & 0o100) === 0 ? 0o644 : 0o755;
    if (!found.isSymbolicLink()) await chmod(path, mode);
  }
}

/** Throws if somebody else could have tampered with it; a missing part makes it incomplete. */
async function isComplete(home: string, uid: number): Promise<boolean> {
  if (!(await isOwn(home, { kind: "folder", uid }))) return false;
  const binary = await isOwn(join(home, "chromium"), { kind: "file", uid });
  return binary && (await missingFrom(home)) === null;
}

/** Cleaners remove files in folders such as /tmp one by one, by age. */
async function missingFrom(home: string): Promise<string | null> {
  const files = await readdir(home, { recursive: true });
  if (!files.includes("chromium")) return "its program";
  if (!files.includes(join("fonts", "fonts.conf"))) return "its font settings";
  if (!files.includes(join("al2023", "lib", "libnss3.so"))) return "its libraries";
  return files.some((name) => /\.(ttf|otf)$/i.test(name)) ? null : "a font";
}
