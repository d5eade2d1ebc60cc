import type { TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import type { WorkerOrder } from "#tests/faults/worker-child.ts";
import type { TestApi } from "../scenes/api.ts";
import { bundleChild } from "./bundled-child.ts";
import type { Child } from "./child-process.ts";

const start = await bundleChild<WorkerOrder>("tests/faults/worker-child.ts");

export type Signal = WorkerOrder["signal"];

type Fate = Pick<WorkerOrder, "takes" | "jobId" | "crashPoint" | "signal">;

/** A worker in its own process, which takes the one job and sends itself the signal at the given point. */
export function startWorker(
  scene: Pick<TestApi, "settings" | "queue" | "clock"> & { sandbox: TestSandbox },
  fate: Fate,
): Child {
  return start({
    ...fate,
    settings: scene.settings,
    queue: { url: scene.queue.url, endpoint: scene.queue.endpoint },
    sandboxUrl: scene.sandbox.url,
    aheadMs: scene.clock.now().getTime() - Date.now(),
  });
}
