import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * What changed in the tables since the newest snapshot becomes the next migration. Nothing reads the snapshots before
 * it, and a line of the generator's own print is a word: they go, and it is printed with a line for each column.
 */
export function writeMigration(
  folder: string,
  args: readonly string[],
  stdio: "inherit" | "pipe",
): { status: number | null; output: string } {
  const given = ["--dialect=postgresql", "--schema=./lib/**/*.sql.ts", `--out=${folder}`, ...args];
  const kit = path.join(root, "node_modules/.bin/drizzle-kit");
  const { status, stdout } = spawnSync(kit, ["generate", ...given], {
    cwd: root,
    encoding: "utf8",
    stdio: ["inherit", stdio, "inherit"],
  });
  const meta = path.join(root, folder, "meta");
  const snapshots = readdirSync(meta).filter((name) => name.endsWith("_snapshot.json"));
  const newest = snapshots.toSorted().at(-1);
  for (const name of snapshots.filter((one) => one !== newest)) rmSync(path.join(meta, name));
  if (newest !== undefined) {
    const file = path.join(meta, newest);
    writeFileSync(file, `${printed(JSON.parse(readFileSync(file, "utf8")))}\n`);
  }
  return { status, output: stdout };
}

/** A column is the fourth level: a table's are its kinds of parts, each by name. */
function printed(value: unknown, levels = 4, margin = ""): string {
  if (levels === 0 || typeof value !== "object" || value === null || Array.isArray(value)) {
    return JSON.stringify(value);
  }
  const parts = Object.entries(value);
  if (parts.length === 0) return "{}";
  const inner = `${margin}  `;
  const lines = parts.map(
    ([name, part]) => `${JSON.stringify(name)}: ${printed(part, levels - 1, inner)}`,
  );
  return `{\n${lines.map((line) => `${inner}${line}`).join(",\n")}\n${margin}}`;
}

// `npm run migrations -- --name WHAT`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = writeMigration("drizzle", process.argv.slice(2), "inherit").status ?? 1;
}
