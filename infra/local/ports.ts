import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { StartRefused } from "./start-refused.ts";

/**
 * Below the ports that systems use for outgoing connections: one of those that is free now may be taken before we
 * listen on it.
 */
const lowest = 15_000;
const highest = 32_000;

/** The port, if nobody listens on it; any free one for 0. */
export async function freePort(port = 0, variable = "PORT"): Promise<number> {
  if (port !== 0) {
    if (!(await isTaken(port, variable))) return port;
    throw new StartRefused(
      `Port ${port} is taken by another process. End it, or set ${variable} to a free port.`,
    );
  }
  for (;;) {
    const any = randomInt(lowest, highest);
    if (!(await isTaken(any, variable))) return any;
  }
}

function isTaken(port: number, variable: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") return resolve(true);
      const why = `Nothing can listen on port ${port} (${error.code ?? error.message}).`;
      reject(new StartRefused(`${why} Set ${variable} to another one.`, { cause: error }));
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(false)));
  });
}
