import { browserLimits } from "./browser.ts";

// Two weeks, the maximum: a dead letter waits for a person.
const deadLetterSeconds = 14 * 24 * 3600;
// Housekeeping has long repeated any wake-up that is a day old.
const wakeUpSeconds = 24 * 3600;
// Receives before a message is dead; with fewer, throttling alone would kill messages.
const receives = 5;

export const syncDeadLetters = deadLetters("SyncDeadLetters");
export const emissionDeadLetters = deadLetters("EmissionDeadLetters");
export const scheduleDeadLetters = deadLetters("ScheduleDeadLetters");
export const syncQueue = wakeUps("SyncQueue", syncDeadLetters);
export const emissionQueue = wakeUps("EmissionQueue", emissionDeadLetters);

function deadLetters(name: string) {
  return new sst.aws.Queue(name, {
    transform: { queue: { messageRetentionSeconds: deadLetterSeconds } },
  });
}

function wakeUps(name: string, dead: sst.aws.Queue) {
  return new sst.aws.Queue(name, {
    // Six times the worker's limit, as the event source requires: with less, a message comes twice.
    visibilityTimeout: `${6 * browserLimits.timeoutSeconds} seconds`,
    dlq: { queue: dead.arn, retry: receives },
    transform: { queue: { messageRetentionSeconds: wakeUpSeconds } },
  });
}

/** Feeds a worker from its queue by name: the worker's rights are defined where it is made. */
export function wake(
  queue: sst.aws.Queue,
  worker: sst.aws.Function,
  { maximumConcurrency }: { maximumConcurrency: number },
) {
  queue.subscribe(worker.arn, {
    // One browser per function: a second message would wait minutes behind the first.
    batch: { size: 1, partialResponses: true },
    transform: { eventSourceMapping: { scalingConfig: { maximumConcurrency } } },
  });
}
