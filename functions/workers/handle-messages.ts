import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { idPattern } from "#lib/kernel/ids.ts";
import { withRequestId, type Log } from "#lib/kernel/log.ts";
import { traced, type SpanOptions } from "#lib/kernel/trace.ts";
import type { QueueBatch, QueueBatchAnswer } from "#lib/platform/queue.ts";

type QueueMessage = QueueBatch["Records"][number];

/** What a worker does with one message's body. */
type HandleMessage = (body: unknown) => Promise<void>;

/** The function's own limit minus the time to log out and close the browser. */
const roomForLogoutMs = 30_000;

export function visitDeadline(remainingMs: number): AbortSignal {
  return AbortSignal.timeout(Math.max(0, remainingMs - roomForLogoutMs));
}

/** Each message separately: one that fails returns to the queue and does not stop the others. */
export async function handleMessages(
  { log, worker }: { log: Log; worker: "sync" | "emission" },
  batch: QueueBatch,
  handle: HandleMessage,
): Promise<QueueBatchAnswer> {
  const failed: string[] = [];
  for (const message of batch.Records) {
    await inItsRequest(message, async () => {
      try {
        await traced(spanOf(message, worker), () => inside(handle, message));
      } catch (error) {
        log.error("worker.message_failed", { worker, message: message.messageId, error });
        failed.push(message.messageId);
      }
    });
  }
  log.measure("disk", { worker, TemporaryDiskFree: await freeDiskBytes() });
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

async function inside(handle: HandleMessage, { body }: QueueMessage): Promise<void> {
  await handle(JSON.parse(body));
}

function spanOf(message: QueueMessage, worker: string): SpanOptions {
  const requestId = requestIdOf(message);
  return {
    name: `worker ${worker}`,
    kind: "consumer",
    traceparent: message.messageAttributes?.["traceparent"]?.stringValue,
    fields: {
      "connect.worker": worker,
      ...(requestId !== undefined && { "connect.request_id": requestId }),
    },
  };
}

const requestIds = idPattern("req");

/** For log lines from before the job's row names the request; after that the row counts. */
function inItsRequest(message: QueueMessage, work: () => Promise<void>): Promise<void> {
  const id = requestIdOf(message);
  return id === undefined ? work() : withRequestId(id, work);
}

function requestIdOf(message: QueueMessage): string | undefined {
  const id = message.messageAttributes?.["requestId"]?.stringValue;
  return id !== undefined && requestIds.test(id) ? id : undefined;
}

/** Space left for a browser. A full disk fails every job on this machine. */
async function freeDiskBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
}
