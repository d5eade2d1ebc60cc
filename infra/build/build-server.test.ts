import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildServer } from "./build.ts";

const root = join(import.meta.dirname, "../..");

test("the built server asks for packages of production alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "connect-build-"));
  try {
    const { file, metafile } = await buildServer(folder);
    expect(existsSync(file)).toBe(true);
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    const packages = imports
      .filter(({ external, path }) => external === true && !isBuiltin(path))
      .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
    const text = readFileSync(join(root, "package.json"), "utf8");
    const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
    // Asked for by pg inside a try, and never there.
    const optional = ["pg-native"];
    const missing = packages.filter((name) => !(name in dependencies) && !optional.includes(name));
    expect(packages).toContain("playwright-core");
    expect(missing).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
