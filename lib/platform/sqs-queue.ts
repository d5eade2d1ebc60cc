import type { SQSClient } from "@aws-sdk/client-sqs";
import { AppError } from "../kernel/errors/index.ts";
import type { Queue } from "./queue.ts";

export interface SqsQueueOptions {
  queueUrl: string;
  region: string;
  /** Another endpoint than the cloud's: the protocol server of local mode and tests. */
  endpoint?: string;
}

/** The client costs 45 ms of import, so it is loaded by the first message. */
export function createSqsQueue(options: SqsQueueOptions): Queue {
  let client: Promise<SQSClient> | null = null;
  const connect = (): Promise<SQSClient> => (client ??= sqsClient(options));
  return {
    check: async () => {
      const { GetQueueAttributesCommand } = await import("@aws-sdk/client-sqs");
      const sqs = await connect();
      const question = new GetQueueAttributesCommand({ QueueUrl: options.queueUrl });
      await sqs.send(question).catch((error: unknown) => {
        throw new AppError("service_unavailable", { cause: error });
      });
    },
    send: async (message, { group, delaySeconds }) => {
      const { SendMessageCommand } = await import("@aws-sdk/client-sqs");
      const sqs = await connect();
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: options.queueUrl,
          MessageBody: JSON.stringify(message),
          MessageGroupId: group,
          ...(delaySeconds !== undefined && { DelaySeconds: Math.min(900, delaySeconds) }),
        }),
      );
    },
  };
}

export async function sqsClient(options: {
  region: string;
  endpoint?: string;
}): Promise<SQSClient> {
  const { SQSClient } = await import("@aws-sdk/client-sqs");
  return new SQSClient({
    region: options.region,
    maxAttempts: 3,
    ...(options.endpoint !== undefined && {
      endpoint: options.endpoint,
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    }),
  });
}
