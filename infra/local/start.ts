import path from "node:path";
import { endOnSignal } from "#infra/server/end-on-signal.ts";
import { startTracing } from "#lib/platform/open-telemetry.ts";
import { startLocalMode, type Ready } from "./local-mode.ts";
import { parseSettings, usage, type LocalSettings } from "./settings.ts";
import { StartRefused } from "./start-refused.ts";

const settings = settingsOrRefusal();
if (settings === "help") console.log(usage);
else if (settings !== null) await run(settings);

function settingsOrRefusal(): LocalSettings | "help" | null {
  try {
    return parseSettings(process.argv.slice(2), process.env);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return null;
  }
}

async function run(given: LocalSettings): Promise<void> {
  const startedAt = performance.now();
  try {
    // Before anything is built that checks whether there are traces.
    await startTracing(process.env);
    const local = await startLocalMode(given, (line) => console.log(line));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(welcome(local.ready, given, seconds));
    endOnSignal(local, "\nEnding …");
  } catch (error) {
    console.error(explain(error, given));
    process.exitCode = 1;
  }
}

function welcome(ready: Ready, { dataDir }: LocalSettings, seconds: string): string {
  const rows: [string, string][] = [
    ["API", ready.baseUrl],
    ["Documents", `${ready.baseUrl}/docs`],
    ["MCP", ready.mcpUrl],
    ["Dashboard", ready.dashboardUrl],
    ["Sandbox", `${ready.sandboxUrl}/control`],
    ...ready.organizations.flatMap(({ name, plan, apiKey, owner }): [string, string][] => [
      [`${name} (${plan})`, apiKey],
      ["  signs in as", `${owner.email}  ${owner.password}`],
    ]),
    ["All of this, for programs", path.join(dataDir, "ready.json")],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return [`Connect is ready after ${seconds} s. Ctrl-C ends it.`, "", ...lines, ""].join("\n");
}

/** One sentence for what a person can fix; everything else in full. */
function explain(error: unknown, given: LocalSettings): string {
  if (error instanceof StartRefused) return error.message;
  if (given.databaseUrl !== null && error instanceof Error) {
    const { host, pathname } = new URL(given.databaseUrl);
    return `The database at ${host}${pathname} (DATABASE_URL) cannot be used: ${reason(error)}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function reason(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map(String).join("; ");
  return error.message === "" ? error.name : error.message;
}
