import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Log } from "#lib/kernel/log.ts";
import type {
  QueueBatch,
  QueueBatchAnswer,
  QueueReader,
  ReceivedMessage,
} from "#lib/platform/queue.ts";

interface EventSourceOptions {
  queue: QueueReader;
  batchSize: number;
  /** How many batches are handled at once. */
  concurrency: number;
  handler(batch: QueueBatch): Promise<QueueBatchAnswer>;
  log: Log;
}

export interface EventSource {
  /** Takes no more messages, and resolves when the running handlers have ended. */
  stop(): Promise<void>;
}

const waitSeconds = 5;
/** Renewed while the handler works; if the process dies, its messages return after this long. */
const holdSeconds = 120;
const awayMs = 2_000;

/**
 * Feeds a handler the way the platform's event source does: in batches; messages that a handler does not name as
 * failed are deleted, the others return when their visibility ends.
 */
export function startEventSource(options: EventSourceOptions): EventSource {
  const stopping = new AbortController();
  const loops = Array.from({ length: options.concurrency }, () => poll(options, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function poll(options: EventSourceOptions, signal: AbortSignal): Promise<void> {
  const { queue } = options;
  while (!signal.aborted) {
    try {
      const most = options.batchSize;
      const messages = await queue.receive({ most, waitSeconds, holdSeconds }, signal);
      if (messages.length > 0) await handle(options, messages);
    } catch (error) {
      if (error instanceof AppError && error.code === "service_unavailable") {
        options.log.warn("event_source.queue_away", { cause: error.cause });
      } else {
        // Revoked credentials, for example: meanwhile the service goes on answering.
        options.log.error("event_source.queue_refused", { error });
      }
      await pause(awayMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function handle(
  { queue, handler, log }: EventSourceOptions,
  messages: readonly ReceivedMessage[],
): Promise<void> {
  const holding = hold(queue, messages, log);
  try {
    const { batchItemFailures } = await handler({ Records: messages.map(recordOf) });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    await queue.done(messages.filter(({ messageId }) => !failed.has(messageId)));
    await queue.failed(messages.filter(({ messageId }) => failed.has(messageId)));
  } catch (error) {
    if (error instanceof AppError && error.code === "service_unavailable") throw error;
    // As on the platform: a handler that throws has failed its whole batch.
    log.error("event_source.handler_failed", { error });
    await queue.failed(messages);
  } finally {
    clearInterval(holding);
  }
}

/** Keeps the messages during work of any length. Two more renewals follow before a missed one matters. */
function hold(
  queue: QueueReader,
  messages: readonly ReceivedMessage[],
  log: Log,
): ReturnType<typeof setInterval> {
  const renew = (): Promise<unknown> =>
    Promise.all(messages.map((message) => queue.extend(message, holdSeconds)));
  return setInterval(
    () => void renew().catch((error: unknown) => log.warn("event_source.hold_missed", { error })),
    (holdSeconds * 1000) / 3,
  );
}

/** The platform's format of a message. */
export function recordOf({
  messageId,
  body,
  attributes,
}: ReceivedMessage): QueueBatch["Records"][number] {
  const named = Object.entries(attributes).map(([name, stringValue]) => [name, { stringValue }]);
  return { messageId, body, messageAttributes: Object.fromEntries(named) };
}
