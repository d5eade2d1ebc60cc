import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export interface SourceFile {
  /** From the repository's root. */
  file: string;
  imports: Import[];
}

export interface Import {
  /** A file of ours from the root, or the name of a package or of a part of Node. */
  target: string;
  ours: boolean;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const aliases: Record<string, string> = {
  "#lib/": "lib/",
  "#functions/": "functions/",
  "#infra/": "infra/",
  "#tests/": "tests/",
};

// `import … from "x"`, `export … from "x"`, `import "x"`, `import("x")`: types too, they bind as well.
const specifiers =
  /^\s*(?:import|export)\b(?:[^"';]*?\bfrom)?\s*"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

/** Every TypeScript file that git knows, with what it imports. */
export function readImportGraph(): SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter(
      (file) => /^(lib|functions|infra|tests)\/.*\.tsx?$/.test(file) && !file.endsWith(".d.ts"),
    )
    .flatMap((file) => {
      const text = sourceOf(file);
      return text === null ? [] : [{ file, imports: importsOf(file, text) }];
    });
}

function sourceOf(file: string): string | null {
  try {
    return readFileSync(path.join(root, file), "utf8");
  } catch {
    // Removed from the working tree and not yet from the index.
    return null;
  }
}

export function importsOf(file: string, source: string): Import[] {
  const code = source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...code.matchAll(specifiers)].map(([, written, called]) =>
    resolve(file, written ?? called ?? ""),
  );
}

function resolve(file: string, specifier: string): Import {
  if (specifier.startsWith(".")) {
    return { target: path.posix.join(path.posix.dirname(file), specifier), ours: true };
  }
  const alias = Object.keys(aliases).find((prefix) => specifier.startsWith(prefix));
  if (alias !== undefined) {
    return { target: aliases[alias] + specifier.slice(alias.length), ours: true };
  }
  const [scope = "", name = ""] = specifier.split("/");
  const target = specifier.startsWith("node:")
    ? specifier
    : scope.startsWith("@")
      ? `${scope}/${name}`
      : scope;
  return { target, ours: false };
}
