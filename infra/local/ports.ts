import { randomInt } from "node:crypto";
import { createServer } from "node:net";

export class PortTaken extends Error {
  constructor(port: number, variable: string) {
    super(`Port ${port} is taken by another process. End it, or set ${variable} to a free port.`);
    this.name = "PortTaken";
  }
}

/**
 * Below the ports that systems give to outgoing connections: one of those that is free now may be
 * taken by the time that somebody listens on it.
 */
const lowest = 15_000;
const highest = 32_000;

/** The port, when nobody listens on it; any free one for 0. */
export async function freePort(port = 0, variable = "PORT"): Promise<number> {
  if (port !== 0) {
    if (await isTaken(port)) throw new PortTaken(port, variable);
    return port;
  }
  for (;;) {
    const any = randomInt(lowest, highest);
    if (!(await isTaken(any))) return any;
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(true);
      else reject(error);
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(false)));
  });
}
