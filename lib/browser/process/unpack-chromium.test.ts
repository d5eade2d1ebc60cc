import { execFile } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { fontsConf } from "./fonts-conf.ts";
import { unpackChromium } from "./unpack-chromium.ts";

const uid = process.getuid?.() ?? 0;
let folder: string;
let home: string;

/** One real unpacking; anything planted in its place is removed again. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "connect-unpack-test-"));
  // Half written, in the package's own place.
  writeFileSync(join(folder, "chromium"), "half", { mode: 0o755 });
  home = dirname((await unpackChromium(folder)).path);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let aside: string;
beforeEach(() => {
  aside = `${home}-aside`;
});
afterEach(() => {
  if (!readdirSync(folder).includes(basename(aside))) return;
  rmSync(home, { recursive: true, force: true });
  renameSync(aside, home);
});

test("what is unpacked is complete, and nobody else can change it", () => {
  expect(basename(home)).toMatch(new RegExp(`^chromium-\\d+\\.\\d+\\.\\d+-${uid}-[0-9a-f]{8}$`));
  // A browser that root starts runs as its own user.
  expect(lstatSync(home).mode & 0o777).toBe(uid === 0 ? 0o755 : 0o700);
  expect(readFileSync(join(home, "chromium")).subarray(0, 4).toString("latin1")).toBe("\u007fELF");
  const files = readdirSync(home, { recursive: true }) as string[];
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((name) => lstatSync(join(home, name)).uid !== uid)).toEqual([]);
  expect(files).toContain(join("al2023", "lib", "libnss3.so"));
  expect(readdirSync(folder).toSorted()).toEqual([basename(home), "chromium"].toSorted());
});

test("its font settings name the folder of the fonts, the machine's, and the job's cache", () => {
  const settings = readFileSync(join(home, "fonts", "fonts.conf"), "utf8");
  const named = [...settings.matchAll(/<dir>(.*)<\/dir>/g)].map(([, path]) => path);
  const own = join(home, "fonts", "fonts");
  expect(named).toEqual([own, "/usr/share/fonts", "/usr/local/share/fonts"]);
  const fonts = readdirSync(own, { recursive: true }) as string[];
  expect(fonts.filter((name) => name.endsWith(".ttf"))).toHaveLength(3);
  expect(settings).toContain('<cachedir prefix="xdg">fontconfig</cachedir>');
  expect(fontsConf("/a&b<c")).toContain("<dir>/a&amp;b&lt;c</dir>");
});

test("it is unpacked once", async () => {
  const before = lstatSync(join(home, "chromium")).ino;
  const [first, second] = await Promise.all([unpackChromium(folder), unpackChromium(folder)]);
  expect(first).toEqual(second);
  expect(lstatSync(first.path).ino).toBe(before);
});

test.each<[string, () => void, () => string, RegExp]>([
  [
    "a folder that is a link",
    () => {
      renameSync(home, aside);
      symlinkSync(aside, home);
    },
    () => home,
    /it is a link/,
  ],
  [
    "a folder that others may write to",
    () => {
      renameSync(home, aside);
      mkdirSync(home);
      chmodSync(home, 0o777);
    },
    () => home,
    /others may write to it \(mode 777\)/,
  ],
  [
    "a file in the folder's place",
    () => {
      renameSync(home, aside);
      writeFileSync(home, "");
    },
    () => home,
    /it is no folder/,
  ],
  [
    "a program that is a link",
    () => {
      renameSync(home, aside);
      mkdirSync(home, { mode: 0o700 });
      symlinkSync("/bin/sh", join(home, "chromium"));
    },
    () => join(home, "chromium"),
    /it is a link/,
  ],
  [
    "a program that others may write to",
    () => {
      renameSync(home, aside);
      mkdirSync(home, { mode: 0o700 });
      writeFileSync(join(home, "chromium"), "");
      chmodSync(join(home, "chromium"), 0o777);
    },
    () => join(home, "chromium"),
    /others may write to it \(mode 777\)/,
  ],
])("%s is not used, and reported", async (_case, plant, path, reason) => {
  plant();
  const failed = await unpackChromium(folder).catch((error: unknown) => error);
  expect(String(failed)).toContain(`${path()} is not used: `);
  expect(String(failed)).toMatch(reason);
});

test("another user's folder with this user's name is not used, and reported", async () => {
  const other = join(folder, basename(home).replace(`-${uid}-`, `-${uid + 1}-`));
  mkdirSync(other, { mode: 0o700 });
  writeFileSync(join(other, "chromium"), "#!/bin/sh\n", { mode: 0o755 });
  await expect(unpackChromium(folder, uid + 1)).rejects.toThrow(
    `${other} is not used: it belongs to user ${uid}, not to ${uid + 1}`,
  );
  rmSync(other, { recursive: true });
});

test("it is unpacked again when a cleaner has removed a part of it", async () => {
  rmSync(join(home, "fonts", "fonts"), { recursive: true });
  await unpackChromium(folder);
  expect(readdirSync(join(home, "fonts", "fonts"))).not.toEqual([]);
}, 60_000);

test("what keeps it from being unpacked is told as the machine says it, and nothing is left", async () => {
  const parent = mkdtempSync(join(tmpdir(), "connect-unpack-test-"));
  const script = `const { unpackChromium } = await import(process.argv[1]);
    await unpackChromium(process.argv[2]).catch(({ message }) => console.log(message));`;
  const unpack = [process.execPath, "--import", "tsx", "--input-type=module", "-e", script];
  // No file may have more than 20 MB: as on a full disk, writing fails.
  const limited = ["-c", 'ulimit -f 20480; exec "$@"', "limited", ...unpack];
  const source = join(import.meta.dirname, "unpack-chromium.ts");
  const { stdout } = await promisify(execFile)("/bin/bash", [...limited, source, parent]);
  expect(stdout.trim()).toBe(`it was not unpacked into ${parent}: EFBIG: file too large, write`);
  expect(readdirSync(parent)).toEqual([]);
  rmSync(parent, { recursive: true });
}, 60_000);

test("a service's own state folder is preferred to the temporary one", async () => {
  process.env["STATE_DIRECTORY"] = `${folder}:/nowhere`;
  try {
    expect((await unpackChromium()).path).toBe(join(home, "chromium"));
  } finally {
    delete process.env["STATE_DIRECTORY"];
  }
});
