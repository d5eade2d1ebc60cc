import { createHash } from "node:crypto";

interface LibrarySecret {
  version: number;
  value: string;
}

/**
 * Newest first, as in the setting. Sealed texts name a version, which is derived from the secret
 * itself, so that the list may grow and shrink without numbering.
 */
export function librarySecrets(secrets: readonly string[]): LibrarySecret[] {
  return secrets.map((value) => ({ version: versionOf(value), value }));
}

function versionOf(secret: string): number {
  return createHash("sha256").update(`connect/version/${secret}`).digest().readUInt32BE() >>> 1;
}
