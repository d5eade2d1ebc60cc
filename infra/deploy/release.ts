import { spawnSync } from "node:child_process";
import { stageFile } from "#infra/aws/stage-file.ts";

// `npm run release -- STAGE`: each step with what it prints, and none after the first that fails.
const [stage = ""] = process.argv.slice(2);

const steps: readonly (readonly string[])[] = [
  ["npm", "run", "-s", "migrate"],
  // What the API finds next to its bundle.
  ["npm", "run", "-s", "client:build"],
  ["npx", "sst", "deploy", "--stage", stage],
];

process.exitCode = release();

function release(): number {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(stage)) return refuse("npm run release -- STAGE");
  try {
    stageFile(stage);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refuse(error.message);
  }
  for (const [program = "", ...words] of steps) {
    const { status } = spawnSync(program, words, { stdio: "inherit" });
    if (status === 0) continue;
    process.stderr.write(`${program} ${words.join(" ")} failed: nothing after it was done.\n`);
    return status ?? 1;
  }
  return 0;
}

/** Before anything was touched. */
function refuse(why: string): number {
  process.stderr.write(`${why}\n`);
  return 2;
}
