import { startSandbox } from "./index.ts";
import { standaloneService } from "./standalone.ts";

/** `npx tsx infra/sandbox/serve.ts [port]`: only the outside world, to look at in a browser. */
const sandbox = await startSandbox({
  port: Number(process.argv[2] ?? 8788),
  service: standaloneService(),
});
process.stdout.write(`${sandbox.url}/control/portals\n`);
process.once("SIGINT", () => void sandbox.close());
process.once("SIGTERM", () => void sandbox.close());
