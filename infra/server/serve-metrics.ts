import { oldestWaiting } from "#lib/jobs/index.ts";
import type { ServerDeps } from "./deps.ts";
import { listen, type Listening } from "./listen.ts";
import type { Meters } from "./meters.ts";
import type { OpenQueues } from "./queues.ts";
import type { Running } from "./run.ts";

interface Measured {
  deps: ServerDeps;
  queues: OpenQueues;
  running: Running;
}

/** Only on the loopback interface, whatever the service listens on: metrics are the operator's. */
export function serveMetrics(port: number, meters: Meters, measured: Measured): Promise<Listening> {
  return listen(async (request) => {
    if (new URL(request.url).pathname !== "/metrics") return new Response(null, { status: 404 });
    try {
      await readFigures(meters, measured);
    } catch (error) {
      measured.deps.log.error("metrics.not_read", { error });
      return new Response(null, { status: 503 });
    }
    return new Response(meters.text(), {
      headers: { "content-type": "text/plain; version=0.0.4" },
    });
  }, port);
}

/** Numbers that nothing measures continuously, so they are looked up on request. */
async function readFigures(meters: Meters, { deps, queues, running }: Measured): Promise<void> {
  for (const [task, { succeededAt, failures }] of Object.entries(running.tasks)) {
    meters.set("connect_task_failures", failures, { task });
    if (succeededAt === null) continue;
    meters.set("connect_task_succeeded_seconds", succeededAt.getTime() / 1000, { task });
  }
  for (const [queue, count] of Object.entries(await queues.deadLetters())) {
    meters.set("connect_dead_letters", count, { queue });
  }
  const waiting = await oldestWaiting({ ...deps, db: deps.workerDb });
  for (const [queue, { jobs, seconds }] of Object.entries(waiting)) {
    meters.set("connect_waiting_jobs", jobs, { queue });
    meters.set("connect_oldest_waiting_seconds", seconds, { queue });
  }
}
