import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { LoginRole } from "#lib/db/rights.ts";
import { spawnChild } from "../processes/child-process.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The last commit with the 49 migrations, and what of it runs them. */
const commit = "494bd36e54f879a20fb4406e0f07aedf5306d3eb";
const parts = ["drizzle", "lib/db", "lib/kernel", "package.json", "tsconfig.json"];

export interface FormerRelease {
  /** Brings a database up to date as that release did. */
  migrate(database: { url: string; passwords: Record<LoginRole, string> }): Promise<void>;
  /** The same release, except for its migrations: it has the baseline alone, and no steps. */
  withBaseline(): Promise<FormerRelease>;
}

interface Journal {
  entries: { tag: string }[];
}

/** Unpacked from the history into the folder. */
export async function formerRelease(folder: string): Promise<FormerRelease> {
  const tree = path.join(folder, "former");
  await mkdir(tree);
  const archive = path.join(folder, "former.tar");
  git("cat-file", "-e", `${commit}^{commit}`);
  git("archive", `--output=${archive}`, commit, ...parts);
  run("tar", ["-xf", archive, "-C", tree]);
  await symlink(path.join(root, "node_modules"), path.join(tree, "node_modules"));
  return releaseIn(tree);
}

function releaseIn(tree: string): FormerRelease {
  return {
    migrate: async (database) => {
      await writeFile(
        path.join(tree, "run.ts"),
        `import { onlineSteps } from "#drizzle/online/steps.ts";
         import { migrate } from "#lib/db/migrate.ts";
         await migrate({ ...${JSON.stringify(database)}, steps: onlineSteps });`,
      );
      const child = spawnChild(process.execPath, ["--import", "tsx", "run.ts"], { folder: tree });
      const { code } = await child.ended;
      if (code !== 0) throw new Error(child.output().stderr);
    },
    withBaseline: async () => {
      const other = `${tree}-with-baseline`;
      await cp(tree, other, { recursive: true, verbatimSymlinks: true });
      const drizzle = path.join(other, "drizzle");
      await rm(drizzle, { recursive: true });
      await cp(path.join(root, "drizzle"), drizzle, { recursive: true });
      const journal = path.join(drizzle, "meta/_journal.json");
      const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8")) as Journal;
      await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 1) }));
      await writeFile(path.join(drizzle, "online/steps.ts"), "export const onlineSteps = [];\n");
      return releaseIn(other);
    },
  };
}

function git(...args: string[]): void {
  run(
    "git",
    args,
    `the history of this checkout lacks ${commit}, the last commit with the
    migrations that the baseline replaced, so nobody can tell whether it replaces them: in a shallow
    clone run "git fetch --unshallow"`,
  );
}

function run(command: string, args: string[], otherwise = `${command} failed`): void {
  const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`${otherwise.replaceAll(/\s+/g, " ")} (${stderr.trim()})`);
}
