import type { Message } from "@aws-sdk/client-sqs";
import { edgeFailure } from "./aws-client.ts";
import type { QueueReader, ReceivedMessage, WorkQueue } from "./queue.ts";
import { createSqsQueue, sharedSqs, type SqsQueueOptions } from "./sqs-queue.ts";

/** Both ends, for a server that sends and reads. */
export function createSqsWorkQueue(options: SqsQueueOptions): WorkQueue {
  return { ...createSqsQueue(options), ...createSqsReader(options) };
}

/** The reading side of a queue, for workers that no platform feeds. */
export function createSqsReader(options: SqsQueueOptions): QueueReader {
  const { queueUrl: QueueUrl } = options;
  return {
    receive: async ({ most, waitSeconds, holdSeconds }, signal) => {
      const { ReceiveMessageCommand } = await import("./sdk/sqs.ts");
      const sqs = await sharedSqs(options);
      const command = new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: most,
        WaitTimeSeconds: waitSeconds,
        ...(holdSeconds !== undefined && { VisibilityTimeout: holdSeconds }),
        MessageSystemAttributeNames: ["ApproximateReceiveCount"],
        MessageAttributeNames: ["All"],
      });
      const sent = sqs.send(command, signal === undefined ? {} : { abortSignal: signal });
      const answer = await sent.catch((error: unknown) => {
        if (signal?.aborted === true) return { Messages: [] };
        throw edgeFailure(error);
      });
      return (answer.Messages ?? []).map(received);
    },
    done: async (messages) => {
      const { DeleteMessageBatchCommand } = await import("./sdk/sqs.ts");
      const sqs = await sharedSqs(options);
      const Entries = messages.map(({ receiptHandle }, index) => ({
        Id: String(index),
        ReceiptHandle: receiptHandle,
      }));
      if (Entries.length === 0) return;
      // What it did not delete comes again, and its job's row says that it is done.
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })).catch(rethrow);
    },
    // Nothing to do: the service hides the message until its hold ends, and counts the deliveries.
    failed: async () => {},
    extend: async ({ receiptHandle }, seconds) => {
      const { ChangeMessageVisibilityCommand } = await import("./sdk/sqs.ts");
      const sqs = await sharedSqs(options);
      const command = new ChangeMessageVisibilityCommand({
        QueueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      });
      await sqs.send(command).catch(rethrow);
    },
  };
}

function received(message: Message): ReceivedMessage {
  const attributes = Object.entries(message.MessageAttributes ?? {});
  return {
    messageId: message.MessageId ?? "",
    body: message.Body ?? "",
    receiptHandle: message.ReceiptHandle ?? "",
    receives: Number(message.Attributes?.ApproximateReceiveCount ?? 1),
    attributes: Object.fromEntries(
      attributes.map(([name, { StringValue = "" }]) => [name, StringValue]),
    ),
  };
}

function rethrow(error: unknown): never {
  throw edgeFailure(error);
}
