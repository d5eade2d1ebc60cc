import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browserLimits } from "#infra/aws/browser.ts";
import { help } from "#infra/deploy/admin/help.ts";
import { parseCall } from "#infra/deploy/admin/parse-call.ts";
import { table } from "#infra/deploy/admin/table.ts";
import { auditKeptMonths } from "#lib/audit/index.ts";
import { plans } from "#lib/identity/index.ts";
import { testDatabase, type TestDatabase } from "#tests/support/databases/test-database.ts";
import { entriesOf } from "#tests/support/texts/markdown-entries.ts";
import { tableOf } from "#tests/support/texts/markdown-tables.ts";
import { operationsBlocks } from "#tests/support/texts/operations-blocks.ts";
import { runBlocks } from "#tests/support/texts/run-blocks.ts";
import { stageGraph } from "#tests/support/sst/graph.ts";

const file = "docs/operations.md";
const document = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
const numberOf = (text: string): number => Number(text.replaceAll(",", ""));

/** `2 × 3 + 4`, as the table has it. */
function reckoned(text: string): number {
  const sums = text.split("+").map((part) => part.split("×").map(numberOf));
  return sums.reduce((sum, factors) => sum + factors.reduce((all, one) => all * one, 1), 0);
}

/** How each quantity is reckoned: a table of its own, because together they are too wide. */
const reckonings = await tableOf(file, ["part", "reckoned as"]);

describe("the table of costs", async () => {
  const rows = await tableOf(file, ["part", "quantity", "price", "USD"]);
  const priced = rows.slice(0, -1);
  const parts = reckonings.map((row, at) => ({ ...priced[at], ...row }));
  const total = rows.at(-1);
  const factorsOf = (part: string): number[] => {
    const row = parts.find((each) => each["part"] === part);
    return (row?.["reckoned as"] ?? "").split(/[×+]/).map(numberOf);
  };

  test("has every part once", () => {
    expect(parts).toHaveLength(26);
    expect(priced.map((row) => row["part"])).toEqual(parts.map((row) => row["part"]));
    expect(new Set(parts.map((row) => row["part"])).size).toBe(26);
  });

  test.each(parts)("$part equals its formula, at its price", (row) => {
    const quantity = reckoned(row["reckoned as"] ?? "");
    expect(numberOf((row["quantity"] ?? "").split(" ")[0] ?? "")).toBeCloseTo(quantity, 6);
    const [price = NaN, per = NaN] = (row["price"] ?? "").split(" per ").map(numberOf);
    expect(row["USD"]).toBe(((quantity * price) / per).toFixed(2));
  });

  test("adds up", () => {
    const cents = parts.map((row) => Math.round(numberOf(row["USD"] ?? "") * 100));
    expect(total?.["USD"]).toBe((cents.reduce((sum, one) => sum + one, 0) / 100).toFixed(2));
  });

  test("assumes what the code does", () => {
    const scheduled = 1_000 * plans.business.scheduledSyncsPerDay * 30;
    const late = 1_000 * plans.business.scheduledSyncsPerDay * 5;
    expect(factorsOf("Browser workers, what schedules send")[0]).toBe(scheduled);
    expect(factorsOf("Browser workers, syncs")[0]).toBe(scheduled + late);
    expect(factorsOf("Browser workers, syncs")[2]).toBe(browserLimits.memoryMb / 1_024);
    expect(factorsOf("Their disk beyond 512 MB")[2]).toBe((browserLimits.storageMb - 512) / 1_024);
    expect(factorsOf("Database, storage")[5]).toBe(auditKeptMonths);
    expect(factorsOf("Drain")[0]).toBe(30 * 24 * 60);
  });
});

describe("the alarms", async () => {
  const graph = await stageGraph({ stage: "production" });
  const rows = await entriesOf(file, "Alarms", ["means", "look at", "do"]);

  test.skipIf(graph === null)("are all explained, and no other", () => {
    const made = graph?.all("aws:cloudwatch/metricAlarm:MetricAlarm") ?? [];
    expect(made.length).toBeGreaterThan(15);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      made.map(({ name }) => name).toSorted(),
    );
    for (const row of rows) expect(Object.values(row)).not.toContain("");
  });

  test.skipIf(graph === null)("are as many numbers as are paid for", () => {
    const made = graph?.all("aws:cloudwatch/metricAlarm:MetricAlarm") ?? [];
    const numbers = made.flatMap(({ inputs }) => {
      const queries = inputs["metricQueries"] as { metric?: unknown }[] | undefined;
      return queries?.filter(({ metric }) => metric !== undefined) ?? [inputs["metricName"]];
    });
    const paid = reckonings.find((row) => row["part"] === "Alarms");
    expect(numbers).toHaveLength(numberOf(paid?.["reckoned as"] ?? ""));
  });
});

describe("the query for a dead letter", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  test("runs as the owner, exactly as written", async () => {
    const [, query = ""] = /```sql\n([^`]+)```/.exec(document) ?? [];
    expect(query).toContain("sync_jobs");
    const statements = query.split(";").map((one) => one.trim());
    expect(statements.filter((one) => one !== "")).toHaveLength(2);
    for (const one of statements) if (one !== "") await database.owner(one);
  });

  test("and so do those in the text, with a day for the one to fill in", async () => {
    const named = [...document.matchAll(/`(select [^`]+)`/g)].map(([, one = ""]) => one);
    expect(named).toHaveLength(2);
    for (const one of named) await database.owner(one.replace("'…'", "'2026-01-01'"));
  });
});

test("the page shows the operator's commands as --help does", () => {
  const told = document.split("```text\n")[1]?.split("```")[0];
  expect(told, "npm run -s admin -- --help prints it").toBe(help(table));
});

describe("the blocks", () => {
  test("are each run by a test, or the page says why not", async () => {
    const all = await operationsBlocks();
    expect(all.length).toBeGreaterThan(25);
    expect(all.filter(({ by }) => by === null)).toEqual([]);
    const by = (runner: string) => all.filter((one) => one.by === runner);
    expect(by("walk")).toHaveLength(10);
    for (const once of ["help", "query", "log", "unit"]) expect(by(once), once).toHaveLength(1);
    // An image needs a container engine; What was tried says so.
    expect(by("words").map(({ text }) => text.split(" ")[0])).toEqual(["podman"]);
  });

  test("run one after another in one shell, without unset variables", async () => {
    // Includes what the walk pastes for real: here nothing is set that the page has not set.
    const blocks = (await operationsBlocks()).filter(({ language }) => language === "sh");
    expect(blocks.length).toBeGreaterThan(15);
    const { code, stderr, called } = await runBlocks(blocks.map(({ text }) => text));
    expect(code, stderr).toBe(0);
    expect(called.filter(([program]) => program === "npx").length).toBeGreaterThan(10);
    const commands = called.filter(
      ([, ...words]) => words.slice(0, 4).join(" ") === "run -s admin --",
    );
    expect(commands.length).toBeGreaterThan(8);
    for (const [, , , , , ...words] of commands) {
      const whole = words.map((word) =>
        word.replace(/^([a-z]+)_…$/, (_, prefix: string) => `${prefix}_${"0".repeat(26)}`),
      );
      expect(parseCall(table, whole), words.join(" ")).toMatchObject({ group: words[0] });
    }
  });
});

test("the unit passes each secret setting to the server as a credential", async () => {
  const unit = (await operationsBlocks()).find(({ by }) => by === "unit")?.text ?? "";
  const valuesOf = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
  const loaded = valuesOf("LoadCredential").map((value) => value.split(":")[0]);
  const given = valuesOf("Environment").map((value) => /^(\w+)_FILE=%d\/(.+)$/.exec(value));
  expect(given.map((one) => one?.[2])).toEqual(loaded);
  const names = given.map((one) => one?.[1] ?? "");
  // The walk starts a server by the settings of this step.
  const steps =
    (await operationsBlocks()).find(({ text }) => text.startsWith("keep()"))?.text ?? "";
  const files = [...steps.matchAll(/^(\w+)_FILE='\$KEPT\/(.+)'$/gm)].map(([, name = ""]) => name);
  expect(names.toSorted()).toEqual(files.toSorted());
  const [, script = ""] = /^ExecStart=\/bin\/sh \/srv\/connect\/(\S+) serve$/m.exec(unit) ?? [];
  await expect(readFile(new URL(`../../${script}`, import.meta.url))).resolves.toBeDefined();
});

/** Checked with or without `systemd-analyze`; if it is installed, it reports itself what it does not understand. */
const unitKeys =
  "User WorkingDirectory EnvironmentFile LoadCredential Environment ExecStart StateDirectory PrivateTmp NoNewPrivileges ProtectSystem ProtectHome ProtectProc MemoryMax KillMode TimeoutStopSec Restart";

test("the unit has only keys that systemd understands", async () => {
  const unit = (await operationsBlocks()).find(({ by }) => by === "unit")?.text ?? "";
  const keys = [...unit.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  expect(keys.filter((name) => !unitKeys.split(" ").includes(name))).toEqual([]);
  const folder = await mkdtemp(join(tmpdir(), "operations-unit-"));
  try {
    const file = join(folder, "connect.service");
    await writeFile(file, unit);
    const read = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
    if (read.error !== undefined) console.warn("No systemd-analyze here: only the names were read");
    expect((read.stderr ?? "").split("\n").filter((line) => line.includes(file))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("every command named in the text exists", async () => {
  const manifest = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
  const named = [...document.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name ?? "");
  expect(named.length).toBeGreaterThanOrEqual(4);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  const paths = [...document.matchAll(/`((?:infra|lib|tests)\/[\w/.-]+\.ts)`/g)].map(
    ([, path]) => path ?? "",
  );
  expect(paths.length).toBeGreaterThanOrEqual(5);
  for (const path of paths) {
    await expect(readFile(new URL(`../../${path}`, import.meta.url))).resolves.toBeDefined();
  }
});
