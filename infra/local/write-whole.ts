import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * A file that is as it was, or complete: on a full disk a plain write leaves it empty, and the next start
 * would take that for a secret or for what is remembered. Only its owner may read it.
 */
export function writeWhole(file: string, text: string): void {
  const half = `${file}.new`;
  try {
    writeFileSync(half, text, { mode: 0o600 });
    renameSync(half, file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
}
