import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The project's own script, on a machine whose test runs print and end as given. */
  function runOf(first: Printed, second?: Printed) {
    const scripts = join(folder, ".ci");
    mkdirSync(scripts, { recursive: true });
    for (const name of ["run", "count-tests", "failed-files"])
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
    expect(lines.slice(-2)).toEqual([
      "!!! PASSED ONLY THE SECOND TIME: lib/a.test.ts !!!",
      "12 passed, 0 failed",
    ]);
    expect(status).toBe(0);
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
