import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** From the root, for a path or address in this checkout that is no package's; null otherwise. */
export function fileOf(place: string): string | null {
  const file = place.startsWith("file://") ? fileURLToPath(place) : path.resolve(place);
  if (!file.startsWith(root) || /\/(?:node_modules|\.git)\//.test(file)) return null;
  return file.slice(root.length).replace(/\?.*$/, "");
}

/** The same for a file of a copy of this checkout: some tests run the programs there. */
export function inAnyClone(file: string): string | null {
  const own = fileOf(file);
  if (own !== null || file.startsWith(root)) return own;
  const parts = file.split("/");
  const from = parts.findIndex(
    (_, index) => index > 1 && existsSync(path.join(root, ...parts.slice(index))),
  );
  return from < 0 ? null : parts.slice(from).join("/");
}
