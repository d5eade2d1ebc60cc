import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "#lib/kernel/errors/index.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";

interface PackedClient {
  tarball: Uint8Array<ArrayBuffer>;
  /** The SHA-512 line that checksum tools read. */
  sum: string;
}

export type ClientPackage = () => Promise<PackedClient>;

/** What a build put into `client/` next to the bundle; loaded on first use. */
export function packageNextTo(bundle: string): ClientPackage {
  const folder = fileURLToPath(new URL("client", bundle));
  return loadOnce(() =>
    readPackage(folder).catch((cause: unknown) => {
      throw new AppError("service_unavailable", { cause });
    }),
  );
}

async function readPackage(folder: string): Promise<PackedClient> {
  // Not before it is asked for: a cold start would read a file for this name alone.
  const { packageFile } = await import("#lib/client/package.ts");
  const file = path.join(folder, packageFile);
  const [tarball, sum] = await Promise.all([readFile(file), readFile(`${file}.sha512`, "utf8")]);
  return { tarball, sum };
}

/** Used where nothing was built. */
export const notPacked: ClientPackage = () =>
  Promise.reject(
    new AppError("service_unavailable", { cause: new Error("no client library was packed") }),
  );
