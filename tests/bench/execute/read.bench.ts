import { figure, type Bench, type Figure } from "../harness/figure.ts";
import { load, type LoadResult } from "../harness/load.ts";
import { interleave, median, percentile } from "../harness/rounds.ts";
import type { ServerProcess } from "../harness/server.ts";
import { assertSameRows, withServers } from "./servers.ts";

const connections = 32;
const rounds = 8;
const roundMs = 2_500;
const warmUpMs = 4_000;

interface Round extends LoadResult {
  /** Milliseconds of CPU per request, from the operating system's counters. */
  cpu: { server: number; database: number };
}

/** A stored read of 50 rows over HTTP, with everything on, compared with the least it could be. */
export const executeRead: Bench = {
  names: ["execute.read", "execute.p99", "execute.cpu.server", "execute.cpu.database"],
  run: () =>
    withServers(async (scene, sides) => {
      const ours = await sides.ours.start(scene.ours);
      const floor = await sides.floor.start(scene.floor);
      try {
        await assertSameRows(scene, { ours, floor });
        const under = async (server: ServerProcess, ms: number): Promise<Round> => {
          const before = [await server.cpuMs(), await sides.databaseCpuMs()] as const;
          const { requests } = scene;
          const result = await load({ port: server.port, connections, requests, until: { ms } });
          const each = (cpuMs: number): number => cpuMs / result.latenciesMs.length;
          const cpu = {
            server: each((await server.cpuMs()) - before[0]),
            database: each((await sides.databaseCpuMs()) - before[1]),
          };
          return { ...result, cpu };
        };
        await under(ours, warmUpMs);
        await under(floor, warmUpMs);
        const results = await interleave("execute.read", rounds, {
          ours: () => under(ours, roundMs),
          floor: () => under(floor, roundMs),
        });
        return [
          of("execute.read", results, (round) => round.requestsPerSecond),
          of("execute.p99", results, (round) => percentile(round.latenciesMs, 99)),
          of("execute.cpu.server", results, (round) => round.cpu.server),
          of("execute.cpu.database", results, (round) => round.cpu.database),
        ];
      } finally {
        await ours.stop();
        await floor.stop();
      }
    }),
};

function of(
  name: string,
  { ours, floor }: { ours: Round[]; floor: Round[] },
  value: (round: Round) => number,
): Figure {
  return figure(name, median(ours.map(value)), median(floor.map(value)));
}
