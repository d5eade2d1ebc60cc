import { createHash } from "node:crypto";

interface LibrarySecret {
  version: number;
  value: string;
}

/**
 * Newest first, as the setting has them. What is sealed names a version: it follows from the secret
 * itself, so that a list may grow and shrink without anybody counting.
 */
export function librarySecrets(secrets: readonly string[]): LibrarySecret[] {
  return secrets.map((value) => ({ version: versionOf(value), value }));
}

function versionOf(secret: string): number {
  return createHash("sha256").update(`connect/version/${secret}`).digest().readUInt32BE() >>> 1;
}
