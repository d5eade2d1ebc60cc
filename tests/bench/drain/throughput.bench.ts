import assert from "node:assert/strict";
import { createSender } from "#lib/egress/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { drainDeliveries, drainLimits } from "#lib/webhooks/index.ts";
import { figure, type Bench } from "../harness/figure.ts";
import { progress } from "../harness/progress.ts";
import { median, rotate } from "../harness/rounds.ts";
import { concurrency, graphilePeer, perEndpoint, pgBossPeer, type Job } from "./peers.ts";
import { withDrainScene, type BenchEndpoint, type DrainScene } from "./scene.ts";

const endpointCount = 100;
const each = 100;
const rounds = 5;

/** 10,000 deliveries to 100 endpoints, compared with general queues that make the same requests. */
export const drainThroughput: Bench = {
  names: ["drain.throughput.best", "drain.throughput.default"],
  run: () =>
    withDrainScene(async (scene) => {
      const endpoints = await Promise.all(
        Array.from({ length: endpointCount }, () => scene.endpoint("/ok")),
      );
      const { ownerUrl } = scene.database;
      const peers = {
        graphileDefault: graphilePeer(ownerUrl, false),
        graphileBatched: graphilePeer(ownerUrl, true),
        pgBoss: pgBossPeer(ownerUrl),
      };
      const speed = async (work: () => Promise<number>): Promise<number> => {
        await scene.database.owner.query("checkpoint");
        return (endpointCount * each) / ((await work()) / 1000);
      };
      const sides = {
        ours: () => speed(() => drainOurs(scene, endpoints)),
        graphileDefault: () => speed(() => peers.graphileDefault(newJobs(), endpoints)),
        graphileBatched: () => speed(() => peers.graphileBatched(newJobs(), endpoints)),
        pgBoss: () => speed(() => peers.pgBoss(newJobs(), endpoints)),
      };
      // The first use of each includes connections, schemas and compilation.
      for (const side of Object.values(sides)) await side();
      const speeds = await rotate("drain.throughput", rounds, sides);
      const medians = Object.fromEntries(
        Object.entries(speeds).map(([name, values]) => [name, median(values)]),
      ) as Record<keyof typeof sides, number>;
      progress("drain.throughput", JSON.stringify(medians));
      const { ours, ...others } = medians;
      return [
        figure("drain.throughput.best", ours, Math.max(...Object.values(others))),
        figure("drain.throughput.default", ours, others.graphileDefault),
      ];
    }),
};

/** Queued first and not timed, as for the others; the time ends when every result is written. */
async function drainOurs(scene: DrainScene, endpoints: readonly BenchEndpoint[]): Promise<number> {
  await scene.database.owner.query("truncate webhook_attempts, webhook_deliveries, webhook_events");
  await scene.queue(endpoints, each);
  const sender = createSender({ maxSocketsPerEndpoint: perEndpoint });
  const limits = { ...drainLimits, concurrency, perEndpoint };
  const from = performance.now();
  const report = await drainDeliveries({ ...scene.ctx, sender }, () => 600_000, limits);
  const tookMs = performance.now() - from;
  assert.equal(report.delivered, endpointCount * each);
  return tookMs;
}

function newJobs(): Job[] {
  const now = new Date();
  return Array.from({ length: endpointCount * each }, (_, n) => ({
    endpoint: n % endpointCount,
    event: newId("whev", now),
  }));
}
