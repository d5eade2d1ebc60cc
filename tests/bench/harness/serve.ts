import { listen } from "#infra/server/listen.ts";
import { freePort } from "#infra/local/ports.ts";
import type { ServerMessage } from "./server.ts";

/** Listens like local mode, tells the bench its address, and ends with it. */
export async function serve(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const port = await freePort();
  await listen(fetch, port);
  process.on("message", () => tell({ residentBytes: process.memoryUsage.rss() }));
  process.on("disconnect", () => process.exit(0));
  tell({ port });
}

/** What the bench passes on when it starts the process. */
export function handedOver<Config>(): Config {
  return JSON.parse(process.argv[2] ?? "null") as Config;
}

function tell(message: ServerMessage): void {
  process.send?.(message);
}
