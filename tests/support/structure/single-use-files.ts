import path from "node:path";
import type { SourceFile } from "./import-graph.ts";

const shortLines = 15;
/** Looked for by their kind, so each is a file of its own, however short. */
const ownKind = /\.sql\.ts$|-chore\.ts$|\/(?:shapes|operations|routes)\.tsx?$/;

/**
 * Short files that only one file uses, and that from the same folder, as `file -> user`: they
 * belong in it. An index only lists what others use, and what is loaded late has to be apart.
 */
export function singleUseFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ file, text }) => text.split("\n").length - 1 < shortLines && !ownKind.test(file))
    .flatMap(({ file }) => {
      const [user, ...more] = files.filter(({ imports }) =>
        imports.some(({ target }) => target === file),
      );
      if (user === undefined || more.length > 0) return [];
      const isNeighbour = path.dirname(user.file) === path.dirname(file);
      const isLate = user.text.includes(`import("./${path.basename(file)}")`);
      const isListed = /\/index\.tsx?$/.test(user.file);
      return isNeighbour && !isLate && !isListed ? [`${file} -> ${user.file}`] : [];
    });
}
