import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";

const listens = `
  const [address, port] = process.argv.slice(1);
  require("node:net").createServer().listen({ host: address, port, backlog: 1 }, () => console.log("listens"));
`;

/**
 * Makes this port of an address answer nobody for the duration of one test: a stopped process
 * listens there, and what the system accepts in its name is used up.
 */
export async function silence(address: string, port: number): Promise<void> {
  const server = spawn(process.execPath, ["-e", listens, address, String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  await once(server.stdout, "data");
  server.kill("SIGSTOP");
  for (let n = 0; n < 4; n += 1) {
    const socket = connect({ host: address, port }).on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
  }
}
