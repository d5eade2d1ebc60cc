import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { rarelyCollecting } from "./tests/support/vitest/rarely-collecting.ts";
import { LongestFirst } from "./tests/support/vitest/longest-first.ts";
import { SlowestFiles } from "./tests/support/vitest/slowest-files.ts";
import { wholeFolders } from "./tests/support/vitest/whole-tests.ts";

const testsIn = (folders: readonly string[]): string[] =>
  folders.map((folder) => `${folder}/**/*.test.ts`);
const wholes = testsIn(wholeFolders);
const cores = availableParallelism();
// `npm run test:map`
const recording = process.env["IMPACT_RECORD"] !== undefined;
const notTests = ["node_modules", "tests/bench/**"];

export default defineConfig({
  test: {
    globalSetup: ["tests/support/vitest/global-servers.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for comes within milliseconds, on a busy machine within seconds; the default is one.
    expect: { poll: { timeout: 30_000 } },
    // What a test leaves is young: with space for it, a tenth less of a worker's time goes to collecting.
    execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=64"],
    // For the bundler, which the files start.
    env: rarelyCollecting,
    // A worker reads our modules once, not once a file: no test changes a module of ours, and each
    // file has a database of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new SlowestFiles()],
    setupFiles: recording ? ["tests/support/impact/record-file.ts"] : [],
    projects: [
      {
        extends: true,
        test: {
          name: "whole",
          include: wholes,
          exclude: notTests,
          // More than one a core take each other past their limits.
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "parts",
          include: testsIn(["lib", "functions", "infra", "tests"]),
          exclude: [...notTests, ...wholes],
          // They wait for the database and for other processes more than half of the time.
          maxWorkers: 2 * cores,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
