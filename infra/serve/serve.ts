import { ConfigError } from "#lib/kernel/config.ts";
import { startServer } from "./server.ts";
import { parseServeSettings, type ServeSettings } from "./settings.ts";

const settings = understood();
if (settings !== null) {
  const server = await startServer(settings);
  process.stdout.write(`Connect listens on 127.0.0.1:${settings.PORT}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
}

function understood(): ServeSettings | null {
  try {
    return parseServeSettings(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return null;
  }
}
