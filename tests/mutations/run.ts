import path from "node:path";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { groups, mutated, type Mutation } from "./mutation.ts";
import { mutations } from "./table.ts";

// `npm run test:mutations [-- refusals lib/ledger/worker/ask-once.ts]`: removes each guard, or those of a group, file
// or folder, from a scratch copy of the last commit and runs the tests that should notice. Fails if a mutation
// survives, or no longer applies.

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const wanted = process.argv.slice(2);
const isOf = ({ group, file }: Mutation, word: string): boolean =>
  word === group || word === file || file.startsWith(`${word}/`);
for (const word of wanted) {
  if (mutations.some((mutation) => isOf(mutation, word))) continue;
  process.stderr.write(
    `There is no mutation of ${word}. Name a file, a folder, or a group: ${Object.keys(groups).join(", ")}.\n`,
  );
  process.exit(2);
}
const chosen = mutations.filter(
  (mutation) => wanted.length === 0 || wanted.some((word) => isOf(mutation, word)),
);

interface TestRun {
  passed: number;
  /** The failed tests' names. Files that could not be loaded have none. */
  failed: string[];
}

interface Report {
  numPassedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

async function runTests(copy: string, tests: readonly string[]): Promise<TestRun> {
  const file = path.join(copy, "tests.json");
  await rm(file, { force: true });
  const vitest = path.join(root, "node_modules/.bin/vitest");
  const report = [`--outputFile=${file}`, "--reporter=json"];
  // A failed test ends it with an error: the report says what happened.
  await run(vitest, ["run", ...report, ...tests], { cwd: copy, maxBuffer: 2 ** 28 }).catch(
    () => undefined,
  );
  const { numPassedTests, testResults } = JSON.parse(await readFile(file, "utf8")) as Report;
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName }) => fullName);
  return { passed: numPassedTests, failed };
}

async function noticed(copy: string, mutation: Mutation): Promise<{ red: boolean; by: string }> {
  const file = path.join(copy, mutation.file);
  const whole = await readFile(file, "utf8");
  try {
    await writeFile(file, await mutated(copy, mutation));
    const { passed, failed } = await runTests(copy, mutation.tests);
    if (failed.length > 0) return { red: true, by: `${failed.length} red: ${failed[0]}` };
    return { red: false, by: passed === 0 ? "no test ran" : `SURVIVED ${passed} tests` };
  } catch (error) {
    return { red: false, by: `NOT MADE: ${String(error)}` };
  } finally {
    await writeFile(file, whole);
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const copy = path.join(await mkdtemp(path.join(tmpdir(), "connect-mutations-")), "copy");
const git = (...words: string[]) => run("git", words, { cwd: root });
await git("worktree", "add", "--detach", copy, "HEAD");
try {
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))];
  const { passed, failed } = await runTests(copy, tests);
  say(`without a mutation ${passed} tests of ${tests.length} files pass, ${failed.length} fail`);
  // A test that is red already would notice everything.
  if (passed === 0 || failed.length > 0) throw new Error(failed.join("\n"));
  let left = 0;
  for (const mutation of chosen) {
    const { red, by } = await noticed(copy, mutation);
    left += red ? 0 : 1;
    say(
      `${mutation.group.padEnd(11)} ${red ? "ok  " : "FAIL"} ${mutation.breaks}\n          ${by}`,
    );
  }
  say(`${chosen.length - left} of ${chosen.length} mutations turn a test red`);
  process.exitCode = left === 0 ? 0 : 1;
} finally {
  await git("worktree", "remove", "--force", copy);
  await rm(path.dirname(copy), { recursive: true, force: true });
}
