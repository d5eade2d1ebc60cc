import { setTimeout as pause } from "node:timers/promises";
import { Logger, makeWorkerUtils, run, type AddJobsJobSpec } from "graphile-worker";
import { PgBoss } from "pg-boss";
import { createSender, type Sender } from "#lib/egress/index.ts";
import { signatureHeaders } from "#lib/webhooks/signature.ts";
import { body, type BenchEndpoint } from "./scene.ts";

export const concurrency = 64;
export const perEndpoint = 4;

/** The work given to every queue: the same request, with the same signature, by the same sender. */
export interface Job {
  endpoint: number;
  event: string;
}

/** Works through `jobs` and returns the time from its start to the last answer. */
export type Peer = (jobs: readonly Job[], endpoints: readonly BenchEndpoint[]) => Promise<number>;

function poster(endpoints: readonly BenchEndpoint[], sender: Sender) {
  return async ({ endpoint, event }: Job): Promise<void> => {
    const { id, secret, target } = endpoints[endpoint] ?? missing();
    const timestampSeconds = Math.floor(Date.now() / 1000);
    const signed = signatureHeaders([secret], { id: event, timestampSeconds, body });
    const sent = await sender.sendOnce({
      endpointId: id,
      target,
      method: "POST",
      headers: { "content-type": "application/json", ...signed },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    if (sent.kind === "failed" || sent.status !== 200) throw new Error(JSON.stringify(sent));
  };
}

/** Counts what is done, and resolves when all of it is. */
function counted(total: number, work: (job: Job) => Promise<void>) {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let done = 0;
  return {
    /** The instant of the last one. */
    all: promise,
    work: async (job: Job) => {
      try {
        await work(job);
      } catch (error) {
        reject(error);
      }
      done += 1;
      if (done === total) resolve(performance.now());
    },
  };
}

const silent = new Logger(() => () => undefined);

/** With a local queue and batched completions if `batched`, otherwise with defaults. */
export function graphilePeer(connectionString: string, batched: boolean): Peer {
  return async (jobs, endpoints) => {
    const utils = await makeWorkerUtils({ connectionString, logger: silent });
    await utils.migrate();
    const specs = jobs.map((job): AddJobsJobSpec => ({ identifier: "deliver", payload: job }));
    for (let at = 0; at < specs.length; at += 2_000)
      await utils.addJobs(specs.slice(at, at + 2_000));
    await utils.release();
    const sender = createSender({ maxSocketsPerEndpoint: perEndpoint });
    const { all, work } = counted(jobs.length, poster(endpoints, sender));
    const from = performance.now();
    const runner = await run({
      connectionString,
      logger: silent,
      noHandleSignals: true,
      concurrency,
      maxPoolSize: 20,
      taskList: { deliver: (payload) => work(payload as Job) },
      ...(batched && {
        preset: {
          worker: {
            localQueue: { size: 4 * concurrency },
            completeJobBatchDelay: 5,
            failJobBatchDelay: 5,
          },
        },
      }),
    });
    const tookMs = (await all) - from;
    await runner.stop();
    sender.closeIdle();
    return tookMs;
  };
}

/** Fetches large batches without a pause while they come full, with the same concurrency as the others. */
export function pgBossPeer(connectionString: string): Peer {
  const name = "deliver";
  const batchSize = 4 * concurrency;
  return async (jobs, endpoints) => {
    const boss = new PgBoss({ connectionString, max: 20, supervise: false, schedule: false });
    boss.on("error", () => undefined);
    await boss.start();
    await boss.createQueue(name);
    await boss.insert(
      name,
      jobs.map((data) => ({ data })),
    );
    const sender = createSender({ maxSocketsPerEndpoint: perEndpoint });
    const { all, work } = counted(jobs.length, poster(endpoints, sender));
    const slots = semaphore(concurrency);
    const from = performance.now();
    await boss.work<Job>(
      name,
      { batchSize, localConcurrency: 2, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
      async (batch) => {
        await Promise.all(batch.map(({ data }) => slots(() => work(data))));
      },
    );
    const tookMs = (await all) - from;
    // The last batch is completed after its handler.
    await pause(200);
    await boss.stop({ graceful: true });
    sender.closeIdle();
    return tookMs;
  };
}

function semaphore(size: number) {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (work: () => Promise<void>): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

function missing(): never {
  throw new RangeError("no such endpoint");
}
