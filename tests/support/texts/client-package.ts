import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packClient } from "#infra/client/pack.ts";

const run = promisify(execFile);
const tsc = fileURLToPath(new URL("../../../node_modules/.bin/tsc", import.meta.url));

export interface ClientProject {
  folder: string;
  /** The installed files. */
  installed(): Promise<string[]>;
  read(file: string): Promise<string>;
  write(file: string, text: string): Promise<void>;
  /** The compiler's errors for these files; empty if there are none. */
  compile(files: string[]): Promise<string>;
  run(file: string, env: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

/** An empty project outside the repository, with the packed library installed in it offline. */
export async function clientProject(): Promise<ClientProject> {
  const base = await mkdtemp(path.join(tmpdir(), "connect-client-"));
  const folder = path.join(base, "project");
  const tarball = await packClient(base);
  await mkdir(folder);
  const write: ClientProject["write"] = (file, text) => writeFile(path.join(folder, file), text);
  await write("package.json", JSON.stringify({ name: "project", private: true, type: "module" }));
  const quiet = ["--offline", "--no-audit", "--no-fund", "--cache", path.join(base, "cache")];
  await run("npm", ["install", ...quiet, tarball], { cwd: folder });

  return {
    folder,
    write,
    installed: async () => {
      const lock = await readFile(path.join(folder, "package-lock.json"), "utf8");
      const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> };
      return Object.keys(packages).filter((name) => name !== "");
    },
    read: (file) => readFile(path.join(folder, file), "utf8"),
    compile: async (files) => {
      await write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
      try {
        await run(tsc, ["-p", "."], { cwd: folder });
        return "";
      } catch (failure) {
        return (failure as { stdout: string }).stdout;
      }
    },
    run: async (file, env) => {
      const options = { cwd: folder, env: { PATH: process.env["PATH"] ?? "", ...env } };
      return (await run(process.execPath, [file], options)).stdout;
    },
    close: () => rm(base, { recursive: true, force: true }),
  };
}

/** As strict as a customer's compiler can be, including our declarations. */
const compilerOptions = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.asynciterable"],
  types: [],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
};
