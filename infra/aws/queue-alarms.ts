import { alarm } from "./alarm.ts";
import {
  emissionDeadLetters,
  emissionQueue,
  scheduleDeadLetters,
  syncDeadLetters,
  syncQueue,
} from "./queues.ts";

// One is enough: five receives failed, and nothing retries it.
for (const [name, queue] of [
  ["SyncDeadLetter", syncDeadLetters],
  ["EmissionDeadLetter", emissionDeadLetters],
  ["ScheduleDeadLetter", scheduleDeadLetters],
] as const) {
  alarm({
    name,
    metric: of(queue, "ApproximateNumberOfMessagesVisible"),
    when: "above",
    threshold: 0,
    periods: 1,
  });
}

// A quarter of an hour: a connection's next sync is hours away, so its data is merely not fresh.
alarm({
  name: "SyncsWaiting",
  metric: of(syncQueue, "ApproximateAgeOfOldestMessage"),
  when: "above",
  threshold: 900,
  periods: 5,
});

// A caller waits 25 seconds, then asks again with the same key; two minutes are too many.
alarm({
  name: "EmissionsWaiting",
  metric: of(emissionQueue, "ApproximateAgeOfOldestMessage"),
  when: "above",
  threshold: 120,
  periods: 3,
});

function of(queue: sst.aws.Queue, metricName: string) {
  const dimensions = { QueueName: queue.nodes.queue.name };
  return { namespace: "AWS/SQS", metricName, dimensions, statistic: "Maximum" } as const;
}
