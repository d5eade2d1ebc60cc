import { figure, type Bench, type Figure } from "../harness/figure.ts";
import { load, type LoadResult } from "../harness/load.ts";
import { interleave, median, percentile } from "../harness/rounds.ts";
import type { ServerProcess } from "../harness/server.ts";
import { assertSameRows, withServers } from "./servers.ts";

const connections = 32;
const rounds = 8;
const roundMs = 2_500;
const warmUpMs = 4_000;

/** A stored read of 50 rows over HTTP, with everything on, compared with the least it could be. */
export const executeRead: Bench = {
  names: ["execute.read", "execute.p99"],
  run: () =>
    withServers(async (scene, sides) => {
      const ours = await sides.ours.start(scene.ours);
      const floor = await sides.floor.start(scene.floor);
      try {
        await assertSameRows(scene, { ours, floor });
        const under = (server: ServerProcess, ms: number): Promise<LoadResult> =>
          load({ port: server.port, connections, requests: scene.requests, until: { ms } });
        await under(ours, warmUpMs);
        await under(floor, warmUpMs);
        const results = await interleave("execute.read", rounds, {
          ours: () => under(ours, roundMs),
          floor: () => under(floor, roundMs),
        });
        return figures(results);
      } finally {
        await ours.stop();
        await floor.stop();
      }
    }),
};

function figures({ ours, floor }: { ours: LoadResult[]; floor: LoadResult[] }): Figure[] {
  const rate = (results: LoadResult[]): number =>
    median(results.map((result) => result.requestsPerSecond));
  const p99 = (results: LoadResult[]): number =>
    median(results.map((result) => percentile(result.latenciesMs, 99)));
  return [
    figure("execute.read", rate(ours), rate(floor)),
    figure("execute.p99", p99(ours), p99(floor)),
  ];
}
