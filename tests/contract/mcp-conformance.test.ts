import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMcpServer, type TestMcpServer } from "#tests/support/servers/mcp-server.ts";
import baseline from "./mcp-conformance.json" with { type: "json" };

/** The file next to this one lists exactly which checks fail, and why. */
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

const suite = path.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** What the official suite found in one scenario. Its exit code also reports failures that we list. */
async function checksOf(scenario: string, version: string): Promise<Check[]> {
  const output = path.join(folder, `${scenario}-${version}`);
  const args = ["--url", server.url, "--scenario", scenario, "--spec-version", version];
  await new Promise((resolve) => {
    execFile(process.execPath, [suite, "server", ...args, "--output-dir", output], resolve);
  });
  const files = await readdir(output, { recursive: true });
  const found = files.find((file) => file.endsWith("checks.json"));
  if (found === undefined) throw new Error(`${scenario} was not run`);
  return JSON.parse(await readFile(path.join(output, found), "utf8")) as Check[];
}

const scenarios = baseline.scenarios as [string, string][];
const name = "%s at %s passes but for what is listed";
/** It waits only a short time for each stream, so nothing else runs at the same time. */
const timed = (scenario: string): boolean => scenario === "server-stateless";

test.concurrent.each(scenarios.filter(([scenario]) => !timed(scenario)))(name, passes);
test.each(scenarios.filter(([scenario]) => timed(scenario)))(name, passes);

async function passes(scenario: string, version: string): Promise<void> {
  const checks = await checksOf(scenario, version);
  expect(checks.some(({ status }) => status === "SUCCESS")).toBe(true);
  const failed = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  const listed = notPassing[scenario] ?? {};
  expect([...new Set(failed.map(({ id }) => id))].toSorted()).toEqual(
    Object.keys(listed).toSorted(),
  );
}

test("every listed check has a reason, and its scenario is run", () => {
  const run = baseline.scenarios.map(([scenario]) => scenario);
  expect(run).toHaveLength(25);
  for (const [scenario, checks] of Object.entries(notPassing)) {
    expect(run).toContain(scenario);
    for (const reason of Object.values(checks)) expect(Object.keys(reasons)).toContain(reason);
  }
});

/** Every server scenario of the suite, at each revision for which it has complete sets. */
async function scenariosOfTheSuite(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [suite, "list", "--server"]);
  const rows = [...stdout.matchAll(/^\s+- (\S+) \[(.+)\]$/gm)];
  expect(rows.length).toBeGreaterThan(60);
  const revisions = new Set(["2025-11-25", "2026-07-28", "extension"]);
  return rows.flatMap(([, name, versions = ""]) =>
    versions.split(",").flatMap((one) => (revisions.has(one) ? [`${name} ${one}`] : [])),
  );
}

test("every scenario of the suite is run, or listed with the reason why not", async () => {
  const run = baseline.scenarios.map(([name, version]) => `${name} ${version}`);
  const notRun = baseline.notRun.map(([name, version]) => `${name} ${version}`);
  expect([...run, ...notRun].toSorted()).toEqual((await scenariosOfTheSuite()).toSorted());
  for (const [, , reason = ""] of baseline.notRun) expect(Object.keys(reasons)).toContain(reason);
});
