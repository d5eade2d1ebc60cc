import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

interface Printed {
  lines: string[];
  code: number;
}

const runs = [
  ["plain", "\n      Tests  12 passed (12)\n", "12 0"],
  [
    "coloured",
    "\u001B[2m      Tests \u001B[22m \u001B[1m\u001B[32m6024 passed\u001B[39m\u001B[22m\u001B[90m (6024)\u001B[39m\n",
    "6024 0",
  ],
  [
    "with failures",
    "\u001B[2m      Tests \u001B[22m \u001B[1m\u001B[31m3 failed\u001B[39m\u001B[22m\u001B[2m | \u001B[22m\u001B[1m\u001B[32m41 passed\u001B[39m\u001B[22m\n",
    "41 3",
  ],
  ["that never ended", "npm error code ELIFECYCLE\n", "0 0"],
] as const;

test.each(runs)("CI counts the tests of a run: %s", (_, printed, counted) => {
  expect(execFileSync(".ci/count-tests", { input: printed, encoding: "utf8" }).trim()).toBe(
    counted,
  );
});

describe("a run of CI", () => {
  const folder = mkdtempSync(join(tmpdir(), "ci-run-"));
  const list = join(folder, ".ci/flaky.json");
  const inFolder = { cwd: folder, encoding: "utf8" } as const;
  const git = (...words: string[]) => execFileSync("git", words, inFolder).trim();
  git("init", "--quiet");
  git("-c", "user.name=a", "-c", "user.email=a@b.test", "commit", "--allow-empty", "-qm", "one");
  const commit = git("rev-parse", "--short=12", "HEAD");
  afterAll(() => rmSync(folder, { recursive: true }));

  const daysAgo = (days: number): string =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const entry = (file: string, days = 0) => ({ file, date: daysAgo(days), commit });

  /** The project's own script, on a machine whose test runs print and end as given. */
  function runOf(first: Printed, second?: Printed, flaky: object[] = []) {
    const scripts = join(folder, ".ci");
    mkdirSync(scripts, { recursive: true });
    writeFileSync(list, JSON.stringify(flaky));
    for (const name of ["run", "count-tests", "failed-files", "flaky"])
      cpSync(join(".ci", name), join(scripts, name));
    const end = ({ lines, code }: Printed) =>
      `cat <<'PRINTED'\n${lines.join("\n")}\nPRINTED\nexit ${code}`;
    const machine = [
      "#!/bin/bash",
      "case $1 in",
      "true) exit 0 ;;",
      `bash) ${end(first)} ;;`,
      `npm) echo "again: $*"`,
      second === undefined ? "exit 3 ;;" : `${end(second)} ;;`,
      "esac",
    ];
    writeFileSync(join(scripts, "bare-machine"), machine.join("\n"), { mode: 0o755 });
    const { status, stdout } = spawnSync(join(scripts, "run"), { encoding: "utf8" });
    return { status, lines: stdout.trim().split("\n") };
  }
  const failing = (files: string[], passed = 10): Printed => ({
    lines: [
      ...files.map((file) => ` FAIL  |parts| ${file} > what it says`),
      `      Tests  ${files.length} failed | ${passed} passed (${files.length + passed})`,
    ],
    code: 1,
  });
  const green = (passed: number): Printed => ({
    lines: [`      Tests  ${passed} passed (${passed})`],
    code: 0,
  });

  test("that is green reruns nothing", () => {
    expect(runOf(green(12))).toEqual({
      status: 0,
      lines: ["      Tests  12 passed (12)".trim(), "12 passed, 0 failed"],
    });
  });

  test("whose failed file passes alone says so, loudly", () => {
    const { status, lines } = runOf(failing(["lib/a.test.ts", "lib/a.test.ts"]), green(4));
    expect(lines).toContain("again: npm exec -- vitest run lib/a.test.ts");
    expect(lines.slice(-3)).toEqual([
      JSON.stringify(entry("lib/a.test.ts")),
      "!!! PASSED ONLY THE SECOND TIME: lib/a.test.ts. Commit it: .ci/flaky take <LOG !!!",
      "12 passed, 0 failed",
    ]);
    expect(status).toBe(0);
  });

  const recorded = (): unknown => JSON.parse(readFileSync(list, "utf8"));
  const once = () => [failing(["lib/a.test.ts"]), green(1)] as const;

  test("that was needed the third time within a month has failed", () => {
    const two = [entry("lib/a.test.ts", 30), entry("lib/a.test.ts", 2), entry("lib/b.test.ts", 1)];
    const { status, lines } = runOf(...once(), two);
    expect(lines.slice(-2)).toEqual([
      "!!! THREE TIMES WITHIN A MONTH: lib/a.test.ts !!!",
      "10 passed, 1 failed",
    ]);
    expect(status).toBe(1);
    expect(recorded()).toEqual([...two, entry("lib/a.test.ts")]);
  });

  test("that was needed earlier, or for other files, has not", () => {
    const others = ["lib/b.test.ts", "lib/b.test.ts", "lib/b.test.ts"].map((file, days) =>
      entry(file, days),
    );
    const old = [entry("lib/a.test.ts", 33), entry("lib/a.test.ts", 2), ...others];
    expect(runOf(...once(), old).status).toBe(0);
  });

  test("tells in its log what the next commit takes over, once", () => {
    const { lines } = runOf(...once());
    writeFileSync(list, JSON.stringify([entry("lib/b.test.ts", 3)]));
    const take = () =>
      execFileSync(".ci/flaky", ["take"], { ...inFolder, input: lines.join("\n") });
    take();
    take();
    expect(recorded()).toEqual([entry("lib/b.test.ts", 3), entry("lib/a.test.ts")]);
  });

  test("whose file fails twice has failed", () => {
    const { status, lines } = runOf(failing(["lib/a.test.ts"]), failing(["lib/a.test.ts"], 3));
    expect(lines.at(-1)).toBe("10 passed, 1 failed");
    expect(lines.join("\n")).not.toContain("SECOND TIME");
    expect(status).toBe(1);
  });

  test("with many failures reruns nothing", () => {
    const { status, lines } = runOf(failing(["a", "b", "c", "d"].map((it) => `${it}.test.ts`)));
    expect(lines.at(-1)).toBe("10 passed, 4 failed");
    expect(lines.join("\n")).not.toContain("again:");
    expect(status).toBe(1);
  });

  test("that fails outside its tests has failed", () => {
    const { status, lines } = runOf({ ...green(12), code: 1 });
    expect(lines.at(-1)).toBe("12 passed, 1 failed");
    expect(status).toBe(1);
  });
});
