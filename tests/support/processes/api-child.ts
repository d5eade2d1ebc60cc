import { createApi } from "#functions/api/app.ts";
import { buildApiDeps } from "#functions/api/deps.ts";
import { listen } from "#infra/server/listen.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import type { TestApi } from "../scenes/api.ts";
import { silentLog } from "../log.ts";

/** Runs the service in its own process, and prints its port. */
const settings = JSON.parse(process.argv[2] ?? "") as TestApi["settings"];
const deps = await buildApiDeps(settings, {
  clock: new MovableClock(),
  log: silentLog,
  keys: masterKeys(Buffer.from(settings.masterKey, "base64")),
  queue: {
    check: async () => undefined,
    send: () => Promise.reject(new Error("nothing is queued here")),
    sendBatch: () => Promise.reject(new Error("nothing is queued here")),
  },
});
const { port } = await listen(createApi(deps).fetch, 0);
process.stdout.write(`${port}\n`);
