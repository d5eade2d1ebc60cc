import { CreateQueueCommand, GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import { sqsClient } from "#lib/platform/sqs-queue.ts";

export const localRegion = "us-east-1";

interface QueueServer {
  endpoint: string;
  close(): Promise<void>;
}

/** An SQS-compatible server in this process, only on the loopback interface. */
export async function startQueueServer(): Promise<QueueServer> {
  const app = buildApp({ logger: false });
  const endpoint = await app.listen({ port: 0, host: "127.0.0.1" });
  return { endpoint, close: async () => app.close() };
}

interface LocalQueue {
  url: string;
  deadLettersUrl: string;
}

const maxReceives = 5;

/** A queue whose messages move to a second one after five failed deliveries. */
export async function createLocalQueue(
  endpoint: string,
  name: string,
  visibilitySeconds: number,
): Promise<LocalQueue> {
  const client = await sqsClient({ region: localRegion, endpoint });
  const create = async (queue: string, attributes: Record<string, string>): Promise<string> => {
    const made = await client.send(
      new CreateQueueCommand({ QueueName: queue, Attributes: attributes }),
    );
    return made.QueueUrl ?? "";
  };
  const deadLettersUrl = await create(`${name}-dead-letters`, {});
  const found = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLettersUrl, AttributeNames: ["QueueArn"] }),
  );
  const url = await create(name, {
    VisibilityTimeout: String(visibilitySeconds),
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: found.Attributes?.["QueueArn"],
      maxReceiveCount: maxReceives,
    }),
  });
  client.destroy();
  return { url, deadLettersUrl };
}
