import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "./ports.ts";
import { StartRefused } from "./start-refused.ts";

test("any free port is below those of outgoing connections", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(15_000);
    expect(port).toBeLessThan(32_000);
  }
});

test("a port in use is refused with the name of its setting", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const refused = freePort(port, "SANDBOX_PORT");
  await expect(refused).rejects.toThrow(StartRefused);
  await expect(refused).rejects.toThrow(`Port ${port} is taken`);
  await expect(refused).rejects.toThrow("set SANDBOX_PORT to a free port");
  await new Promise((resolve) => server.close(resolve));
  expect(await freePort(port, "SANDBOX_PORT")).toBe(port);
});
