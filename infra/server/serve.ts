import { ConfigError } from "#lib/kernel/config.ts";
import { endOnSignal } from "./end-on-signal.ts";
import { createProgress } from "./progress.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Printed before loading the service's modules, which takes a second or more.
say("Loading the service …");
const { BrowserExposed, PartUnreachable, startServer } = await import("./server.ts");
const { asksForHelp, parseServeSettings, usage } = await import("./settings.ts");

process.exitCode = await serve();

/** Returns an exit code if there is nothing to wait for. */
async function serve(): Promise<number | undefined> {
  try {
    if (asksForHelp(process.argv.slice(2))) {
      say(usage);
      return 0;
    }
    const settings = parseServeSettings(process.env);
    const server = await startServer(settings, createProgress(say));
    say(`Connect listens on ${settings.HOST}:${server.port}.`);
    if (server.metricsPort !== undefined) {
      say(`Metrics are at 127.0.0.1:${server.metricsPort}/metrics.`);
    }
    endOnSignal(server, "Ending: what runs is finished first.");
    return undefined;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}

/** One sentence for what a person can fix; everything else in full. */
function explain(error: unknown): string {
  if (error instanceof PartUnreachable || error instanceof BrowserExposed) return error.message;
  if (error instanceof ConfigError) return `${error.message}\n"npm run serve -- --help" lists all.`;
  if (error instanceof Error && "syscall" in error && error.syscall === "listen") {
    return explainListen(error);
  }
  if (error instanceof Error && "hostname" in error && error.hostname === process.env["HOST"]) {
    return `HOST: ${error.message}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** One sentence that names the setting: the service listens on two ports. */
function explainListen(error: Error & { code?: unknown; port?: unknown }): string {
  const name = String(error.port) === process.env["METRICS_PORT"] ? "METRICS_PORT" : "PORT";
  if (error.code !== "EADDRINUSE") return `HOST, ${name}: ${error.message}`;
  return `Port ${String(error.port)} is taken by another process. End it, or set ${name} to a free one.`;
}
