import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export interface SourceFile {
  /** From the repository's root. */
  file: string;
  text: string;
  imports: Import[];
}

export interface Import {
  /** A file of ours from the root, or the name of a package or of a Node module. */
  target: string;
  ours: boolean;
  /** Written as a relative path, not as an alias or a package name. */
  relative: boolean;
  /** The names in the target; "*" for all of them, or for any. */
  names: string[];
  /** `export … from`: imported names are exported again. */
  handsOn: boolean;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const aliases: Record<string, string> = {
  "#drizzle/": "drizzle/",
  "#lib/": "lib/",
  "#functions/": "functions/",
  "#infra/": "infra/",
  "#tests/": "tests/",
};

// `import … from "x"`, `export … from "x"`, `import "x"`, `import("x")`: types count too, because they bind as well.
const named = String.raw`(?:type\s+)?(?:\w+\s*,\s*)?(?:\w+|\*(?:\s*as\s+\w+)?|\{[^}]*\})`;
const written = String.raw`^\s*(import|export)\s+(?:(${named})\s*from\s*)?"([^"]+)"`;
const called = String.raw`(?:\bconst\s+(\{[^}]*\})\s*=\s*await\s+|\(await\s+)?\bimport\(\s*"([^"]+)",?\s*\)(?:\)\.(\w+))?`;
const specifiers = new RegExp(`${written}|${called}`, "gm");

/** Every TypeScript file that git knows, with what it imports. */
export function readImportGraph(): SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter(
      (file) =>
        /^(?:(?:drizzle|lib|functions|infra|tests)\/.*|\w+\.config)\.tsx?$/.test(file) &&
        !file.endsWith(".d.ts"),
    )
    .flatMap((file) => {
      const text = sourceOf(file);
      return text === null ? [] : [{ file, text, imports: importsOf(file, text) }];
    });
}

function sourceOf(file: string): string | null {
  try {
    return readFileSync(path.join(root, file), "utf8");
  } catch {
    // Removed from the working tree but not yet from the index.
    return null;
  }
}

export function importsOf(file: string, source: string): Import[] {
  return [...codeOf(source).matchAll(specifiers)].map(
    ([, keyword, clause, from, taken, loaded, member]) => ({
      ...targetOf(file, from ?? loaded ?? ""),
      relative: (from ?? loaded ?? "").startsWith("."),
      names: from === undefined ? loadedNames(taken, member) : clauseNames(clause),
      handsOn: keyword === "export",
    }),
  );
}

/** The source without its comments, as far as they could be read as code. */
export function codeOf(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** What two files share if an import between them is relative: `lib/<domain>`, `functions`. */
export function topFolderOf(file: string): string {
  const folders = file.split("/").slice(0, -1);
  return folders[0] === "functions" ? "functions" : folders.slice(0, 2).join("/");
}

/** `{ a, type b as c }` with the target's names: a, b. */
export function namesInBraces(braces: string): string[] {
  return braces
    .replaceAll(/[{}]/g, "")
    .split(",")
    .map((part) =>
      part
        .trim()
        .replace(/^type\s+/, "")
        .replace(/\s+as\s+.*$|\s*:.*$/, ""),
    )
    .filter((name) => name !== "");
}

function clauseNames(clause: string | undefined): string[] {
  if (clause === undefined) return [];
  if (clause.includes("*")) return ["*"];
  const [outer = "", braces] = clause.split("{");
  const whole = outer.replace(/^type\s+/, "").replace(",", "");
  const inner = braces === undefined ? [] : namesInBraces(braces);
  return whole.trim() === "" || whole.trim() === "type" ? inner : ["default", ...inner];
}

function loadedNames(taken: string | undefined, member: string | undefined): string[] {
  if (taken !== undefined) return namesInBraces(taken);
  return [member ?? "*"];
}

/** What a specifier in a file names. */
export function targetOf(file: string, specifier: string): Pick<Import, "target" | "ours"> {
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
