import type {
  BatchResultErrorEntry,
  SendMessageBatchRequestEntry,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { AppError } from "#lib/kernel/errors/index.ts";
import { traced } from "#lib/kernel/trace.ts";
import { clientSettings, edgeFailure, sharedClient, type AwsPlace } from "./aws-client.ts";
import { attributesOf, type Queue, type JobMessage, type SendOptions } from "./queue.ts";

export interface SqsQueueOptions extends AwsPlace {
  queueUrl: string;
}

/** The most that one request may contain. */
const batchSize = 10;
/** The longest delay that the service allows; housekeeping wakes what is due later. */
const maxDelaySeconds = 900;

/** The client takes 45 ms to import, so it is loaded for the first message. */
export function createSqsQueue<Message = JobMessage>(options: SqsQueueOptions): Queue<Message> {
  const { queueUrl: QueueUrl } = options;
  return {
    check: async () => {
      const { GetQueueAttributesCommand } = await import("./sdk/sqs.ts");
      const sqs = await sharedSqs(options);
      await sqs.send(new GetQueueAttributesCommand({ QueueUrl })).catch((error: unknown) => {
        throw new AppError("service_unavailable", { cause: error });
      });
    },
    send: (message, wanted) =>
      traced({ name: "queue send", kind: "producer" }, async () => {
        const { SendMessageCommand } = await import("./sdk/sqs.ts");
        const sqs = await sharedSqs(options);
        await sqs
          .send(new SendMessageCommand({ QueueUrl, ...entryOf(message, wanted) }))
          .catch(rethrow);
      }),
    sendBatch: async (messages) => {
      const { SendMessageBatchCommand } = await import("./sdk/sqs.ts");
      const sqs = await sharedSqs(options);
      for (let from = 0; from < messages.length; from += batchSize) {
        const Entries = messages
          .slice(from, from + batchSize)
          .map(({ message, options: wanted }, index) => ({
            Id: String(index),
            ...entryOf(message, wanted),
          }));
        const answer = await sqs
          .send(new SendMessageBatchCommand({ QueueUrl, Entries }))
          .catch(rethrow);
        // The request succeeds even if single messages fail.
        const [refused] = answer.Failed ?? [];
        if (refused !== undefined) throw refusal(refused);
      }
    },
  };
}

type Entry = Omit<SendMessageBatchRequestEntry, "Id">;

function entryOf(message: unknown, wanted: SendOptions): Entry {
  const { group, delaySeconds } = wanted;
  return {
    MessageBody: JSON.stringify(message),
    MessageGroupId: group,
    ...stringAttributes(attributesOf(wanted)),
    ...(delaySeconds !== undefined && { DelaySeconds: Math.min(maxDelaySeconds, delaySeconds) }),
  };
}

function stringAttributes(named: Record<string, string>): Pick<Entry, "MessageAttributes"> {
  const attributes = Object.entries(named).map(([name, StringValue]) => [
    name,
    { DataType: "String", StringValue },
  ]);
  return attributes.length === 0 ? {} : { MessageAttributes: Object.fromEntries(attributes) };
}

function refusal({ Code = "", SenderFault }: BatchResultErrorEntry): Error {
  const cause = new Error(`the queue refused a message of a batch: ${Code}`);
  return SenderFault === true ? cause : new AppError("service_unavailable", { cause });
}

export function sharedSqs(place: AwsPlace): Promise<SQSClient> {
  return sharedClient("sqs", place, () => sqsClient(place));
}

/** Not shared, for a caller that wants to destroy it. */
export async function sqsClient(place: AwsPlace): Promise<SQSClient> {
  const { SQSClient } = await import("./sdk/sqs.ts");
  // A queue's own url may have a host that only its server knows; the endpoint is what counts.
  return new SQSClient({ ...clientSettings(place), useQueueUrlAsEndpoint: false });
}

function rethrow(error: unknown): never {
  throw edgeFailure(error);
}
