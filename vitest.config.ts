import { defineConfig } from "vitest/config";
import { rarelyCollecting } from "./tests/support/vitest/rarely-collecting.ts";
import { LongestFirst } from "./tests/support/vitest/longest-first.ts";
import { SlowestFiles } from "./tests/support/vitest/slowest-files.ts";

export default defineConfig({
  test: {
    include: [
      "lib/**/*.test.ts",
      "functions/**/*.test.ts",
      "infra/**/*.test.ts",
      "tests/**/*.test.ts",
    ],
    exclude: ["node_modules", "tests/bench/**"],
    globalSetup: ["tests/support/vitest/global-servers.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for comes within milliseconds, on a busy machine within seconds; the default is one.
    expect: { poll: { timeout: 30_000 } },
    // One a core. With three the long files at the start, browsers and all, take each other past their limits.
    maxWorkers: 2,
    // What a test leaves is young: with space for it, a tenth less of a worker's time goes to collecting.
    execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=64"],
    // For the bundler, which the files start.
    env: rarelyCollecting,
    // A worker reads our modules once, not once a file: no test changes a module of ours, and each
    // file has a database of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new SlowestFiles()],
  },
});
