import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMcpServer, type TestMcpServer } from "#tests/support/mcp-server.ts";
import baseline from "./mcp-conformance.json" with { type: "json" };

/** Which checks do not pass, and why, is in the file next to this one: no more, and no fewer. */
const notPassing: Record<string, Record<string, string>> = baseline.notPassing;
const reasons: Record<string, string> = baseline.reasons;

let server: TestMcpServer;
let folder: string;
beforeAll(async () => {
  server = await startMcpServer();
  folder = await mkdtemp(path.join(tmpdir(), "mcp-conformance-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
});

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED";
}

/** What the official suite found of one scenario. Its exit code tells of failures that we list. */
async function checksOf(scenario: string, version: string): Promise<Check[]> {
  const output = path.join(folder, `${scenario}-${version}`);
  const args = ["--url", server.url, "--scenario", scenario, "--spec-version", version];
  const suite = path.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");
  await new Promise((resolve) => {
    execFile(process.execPath, [suite, "server", ...args, "--output-dir", output], resolve);
  });
  const files = await readdir(output, { recursive: true });
  const found = files.find((file) => file.endsWith("checks.json"));
  if (found === undefined) throw new Error(`${scenario} was not run`);
  return JSON.parse(await readFile(path.join(output, found), "utf8")) as Check[];
}

test.concurrent.each(baseline.scenarios as [string, string][])(
  "%s at %s passes but for what is listed",
  async (scenario, version) => {
    const checks = await checksOf(scenario, version);
    expect(checks.some(({ status }) => status === "SUCCESS")).toBe(true);
    const failed = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    const listed = notPassing[scenario] ?? {};
    expect([...new Set(failed.map(({ id }) => id))].toSorted()).toEqual(
      Object.keys(listed).toSorted(),
    );
  },
);

test("every listed check has a reason, and a scenario that is run", () => {
  const run = baseline.scenarios.map(([scenario]) => scenario);
  expect(run).toHaveLength(24);
  for (const [scenario, checks] of Object.entries(notPassing)) {
    expect(run).toContain(scenario);
    for (const reason of Object.values(checks)) expect(Object.keys(reasons)).toContain(reason);
  }
});
