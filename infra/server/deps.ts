import { buildApiDeps, type Edges } from "#functions/api/deps.ts";
import type { ApiDeps } from "#functions/api/route-deps.ts";
import { createSqsQueue, type SqsQueueOptions } from "#lib/platform/sqs-queue.ts";

/** Where jobs wait: one queue for syncs, another for what somebody is waiting for. */
export interface Queues {
  syncs: SqsQueueOptions;
  emissions: SqsQueueOptions;
}

export type ServerDeps = ApiDeps;

/** What calls, workers and tasks of one process share. */
export function serverDeps(
  settings: Parameters<typeof buildApiDeps>[0],
  edges: Omit<Edges, "queue" | "emissionQueue">,
  { syncs, emissions }: Queues,
): Promise<ServerDeps> {
  const queues = { queue: createSqsQueue(syncs), emissionQueue: createSqsQueue(emissions) };
  return buildApiDeps(settings, { ...edges, ...queues });
}
