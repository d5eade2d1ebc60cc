import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { packageFile } from "#lib/client/package.ts";
import { createProgress } from "#infra/server/progress.ts";
import { buildClient } from "./build.ts";
import { tarOf } from "./tar.ts";

/** The package and its SHA-512; the same sources always give the same bytes. */
export async function packedClient(): Promise<{ tarball: Buffer<ArrayBuffer>; sum: string }> {
  const built = await mkdtemp(path.join(tmpdir(), "connect-client-built-"));
  try {
    await buildClient(built);
    const tarball = compressed(tarOf(await filesIn(built)));
    const digest = createHash("sha512").update(tarball).digest("hex");
    // The format of `sha512sum --check`.
    return { tarball, sum: `${digest}  ${packageFile}\n` };
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}

/** Writes both into a folder; returns the path of the package. */
export async function packClient(folder: string): Promise<string> {
  const { tarball, sum } = await packedClient();
  const file = path.join(folder, packageFile);
  await mkdir(folder, { recursive: true });
  await writeFile(file, tarball);
  await writeFile(`${file}.sha512`, sum);
  return file;
}

async function filesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) =>
    path.relative(folder, path.join(parentPath, name)).split(path.sep).join("/"),
  );
  return Promise.all(
    names.toSorted().map(async (name) => ({
      name: `package/${name}`,
      bytes: await readFile(path.join(folder, name)),
    })),
  );
}

/** The header names the operating system that made it; here, none. */
function compressed(bytes: Buffer): Buffer<ArrayBuffer> {
  const whole = gzipSync(bytes, { level: 9 });
  whole[9] = 255;
  return whole;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const progress = createProgress((line) => process.stderr.write(`${line}\n`));
  const file = await progress("Packing the client and its types", () =>
    packClient(path.join(root, "dist/client")),
  );
  process.stdout.write(`${path.relative(root, file)}\n`);
}
