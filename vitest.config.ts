import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "lib/**/*.test.ts",
      "functions/**/*.test.ts",
      "infra/**/*.test.ts",
      "tests/**/*.test.ts",
    ],
    exclude: ["node_modules", "tests/bench/**"],
    globalSetup: ["tests/support/global-servers.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
