import { spawnSync } from "node:child_process";
import { releaseOf } from "#infra/aws/release.ts";
import { stageFile, type StageFile } from "#infra/aws/stage-file.ts";
import { stepsOf } from "./release-steps.ts";

// `npm run release -- STAGE`: runs each step with its output, and stops at the first failure.
const [stage = ""] = process.argv.slice(2);

process.exitCode = release();

function release(): number {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(stage)) return refuse("npm run release -- STAGE");
  let file: StageFile;
  try {
    file = stageFile(stage);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refuse(error.message);
  }
  if (!file.asleep && !isSet("WORKER_DATABASE_URL") && !isSet("WORKER_DATABASE_URL_FILE")) {
    return refuse("WORKER_DATABASE_URL is not set: nobody could look whether the stage lives");
  }
  for (const [program = "", ...words] of stepsOf(stage, file, releaseOf())) {
    const { status } = spawnSync(program, words, { stdio: "inherit" });
    if (status === 0) continue;
    const said = [program, ...words].join(" ");
    process.stderr.write(
      `${said} failed: the release is not finished, and nothing after it was done.\n`,
    );
    return status ?? 1;
  }
  return 0;
}

function isSet(name: string): boolean {
  return (process.env[name] ?? "") !== "";
}

/** Before anything was changed. */
function refuse(why: string): number {
  process.stderr.write(`${why}\n`);
  return 2;
}
