import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/**
 * Programs that a guide calls and that are not part of the shell: each stub records its call and prints something.
 */
const standIns = ["aws", "curl", "npm", "npx", "openssl", "pg_restore"];

const standIn = `#!/bin/sh
{ printf '%s' "\${0##*/}"; for word in "$@"; do printf '\\t%s' "$word"; done; echo; } >> "$CALLED"
echo "said-by-\${0##*/}"
`;

interface Ran {
  code: number | null;
  stderr: string;
  /** Program and words of each call. */
  called: string[][];
}

/** Runs a guide's blocks in one shell, in an empty folder, with stubs for the programs they call. */
export async function runBlocks(blocks: readonly string[]): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), "blocks-"));
  try {
    const called = join(folder, ".called");
    for (const name of standIns) await writeFile(join(folder, name), standIn, { mode: 0o755 });
    await writeFile(called, "");
    const shell = spawn("bash", ["--norc", "-euo", "pipefail", "-c", blocks.join("\n")], {
      cwd: folder,
      // Nothing from the environment of the tests, except where programs are.
      env: { PATH: `${folder}:${process.env["PATH"] ?? ""}`, CALLED: called, USER: "ana" },
    });
    // What is typed when a block asks for it.
    shell.stdin.end("typed\n".repeat(9));
    const [stderr, [code]] = await Promise.all([text(shell.stderr), once(shell, "close")]);
    const lines = (await readFile(called, "utf8")).split("\n").filter((line) => line !== "");
    return { code: code as number | null, stderr, called: lines.map((line) => line.split("\t")) };
  } finally {
    await rm(folder, { recursive: true });
  }
}
