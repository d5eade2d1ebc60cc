import { figure, type Bench } from "../harness/figure.ts";
import { load } from "../harness/load.ts";
import { interleave, median } from "../harness/rounds.ts";
import type { ServerBundle } from "../harness/server.ts";
import type { Scene, ServerConfig } from "./scene.ts";
import { withServers } from "./servers.ts";

const connections = 32;
const requests = 10_000;
const rounds = 5;

/** Resident memory of a fresh process after its first 10,000 stored reads. */
export const memoryApi: Bench = {
  names: ["memory.api"],
  run: () =>
    withServers(async (scene, { ours, floor }) => {
      const results = await interleave("memory.api", rounds, {
        ours: () => residentMebibytes(scene, ours, scene.ours),
        floor: () => residentMebibytes(scene, floor, scene.floor),
      });
      return [figure("memory.api", median(results.ours), median(results.floor))];
    }),
};

async function residentMebibytes(
  scene: Scene,
  bundle: ServerBundle,
  config: ServerConfig,
): Promise<number> {
  const server = await bundle.start(config);
  try {
    await load({ port: server.port, connections, requests: scene.requests, until: { requests } });
    return (await server.residentBytes()) / 1024 ** 2;
  } finally {
    await server.stop();
  }
}
