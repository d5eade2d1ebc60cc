import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { QueueBatch, QueueBatchAnswer } from "#lib/platform/queue-event.ts";
import { sqsClient } from "#lib/platform/sqs-queue.ts";
import type { Log } from "#lib/kernel/log.ts";
import { localRegion } from "./queue-server.ts";

export interface EventSourceOptions {
  endpoint: string;
  queueUrl: string;
  batchSize: number;
  /** How many batches are handled at once. */
  concurrency: number;
  handler(batch: QueueBatch): Promise<QueueBatchAnswer>;
  log: Log;
}

const waitSeconds = 5;

/**
 * Feeds a handler the way the platform's event source does: batches, the messages that a handler
 * does not name as failed are deleted, the others come back when their visibility ends.
 */
export async function startEventSource(
  options: EventSourceOptions,
): Promise<{ stop(): Promise<void> }> {
  const client = await sqsClient({ region: localRegion, endpoint: options.endpoint });
  const stopping = new AbortController();
  const loops = Array.from({ length: options.concurrency }, () =>
    poll(client, options, stopping.signal),
  );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
      client.destroy();
    },
  };
}

async function poll(
  client: SQSClient,
  options: EventSourceOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const messages = await receive(client, options, signal);
    if (messages.length > 0) await handle(client, options, messages);
  }
}

async function receive(
  client: SQSClient,
  options: EventSourceOptions,
  signal: AbortSignal,
): Promise<Message[]> {
  try {
    const answer = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: options.queueUrl,
        MaxNumberOfMessages: options.batchSize,
        WaitTimeSeconds: waitSeconds,
      }),
      { abortSignal: signal },
    );
    return answer.Messages ?? [];
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

async function handle(
  client: SQSClient,
  options: EventSourceOptions,
  messages: readonly Message[],
): Promise<void> {
  const records = messages.map((message) => ({
    messageId: message.MessageId ?? "",
    body: message.Body ?? "",
  }));
  const failed = new Set<string>();
  try {
    const answer = await options.handler({ Records: records });
    for (const item of answer.batchItemFailures) failed.add(item.itemIdentifier);
  } catch (error) {
    // As on the platform: a handler that throws has failed its whole batch.
    options.log.error("event_source.handler_failed", { error });
    return;
  }
  const done = messages.filter((message) => !failed.has(message.MessageId ?? ""));
  if (done.length === 0) return;
  await client.send(
    new DeleteMessageBatchCommand({
      QueueUrl: options.queueUrl,
      Entries: done.map((message, index) => ({
        Id: String(index),
        ReceiptHandle: message.ReceiptHandle ?? "",
      })),
    }),
  );
}
