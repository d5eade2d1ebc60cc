import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isDatabaseUnreachable, sqlState } from "#lib/db/failures.ts";
import { StartRefused } from "./start-refused.ts";

interface Place {
  dataDir: string;
  /** Null when the database is in `dataDir` too. */
  databaseUrl: string | null;
}

const mebibyte = 2 ** 20;

/** The database ends when another piece of its log does not fit, and deletes what it had written of it. */
const pieceOfLog = 16 * mebibyte;

/** The sentence for a start that failed because a disk is full; null when that is not why. */
export async function diskFull(
  error: unknown,
  { dataDir, databaseUrl }: Place,
): Promise<StartRefused | null> {
  if (!saysFull(error) && (databaseUrl !== null || !(await isLostAsFull(error, dataDir)))) {
    return null;
  }
  const temporary = tmpdir();
  // A failed step has deleted what it had written to the data folder, so the other one is asked first.
  const isTemporary =
    (await freeBytes(temporary)) < mebibyte && (await freeBytes(dataDir)) >= mebibyte;
  return new StartRefused(
    isTemporary
      ? `The disk of ${temporary} is full. Free some space there, or set TMPDIR to a folder on another disk.`
      : `The disk of ${dataDir} is full: an empty database alone needs about 60 MB. Free some space, or set DATA_DIR to a folder on another disk.`,
    { cause: error },
  );
}

/** Node, the database, and the program that makes its folder each say it in their own way. */
function saysFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT" || sqlState(error) === "53100") return true;
  return /No space left on device|Disk quota exceeded/.test(error.message) || saysFull(error.cause);
}

async function isLostAsFull(error: unknown, dataDir: string): Promise<boolean> {
  return isDatabaseUnreachable(error) && (await freeBytes(dataDir)) < pieceOfLog;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
