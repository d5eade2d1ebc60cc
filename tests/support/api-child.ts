import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApi } from "#functions/api/app.ts";
import { buildApiDeps } from "#functions/api/deps.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import type { TestApi } from "./api.ts";
import { silentLog } from "./log.ts";

/** The service in a process of its own. Says its port; ends with its parent's order. */
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
const serve = getRequestListener(createApi(deps).fetch);
const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
