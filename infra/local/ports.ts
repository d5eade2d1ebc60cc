import { createServer, type AddressInfo } from "node:net";

export class PortTaken extends Error {
  constructor(port: number, variable: string, cause: unknown) {
    super(`Port ${port} is taken by another process. End it, or set ${variable} to a free port.`, {
      cause,
    });
    this.name = "PortTaken";
  }
}

/** The port, when nobody listens on it; any free one for 0. */
export function freePort(port = 0, variable = "PORT"): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new PortTaken(port, variable, error) : error);
    });
    probe.listen(port, "127.0.0.1", () => {
      const taken = (probe.address() as AddressInfo).port;
      probe.close(() => resolve(taken));
    });
  });
}
