import { setTimeout as pause } from "node:timers/promises";
import type { Job, PgBoss } from "pg-boss";
import { translateFailure } from "#lib/db/failures.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { traced } from "#lib/kernel/trace.ts";
import {
  attributesOf,
  type JobMessage,
  type ReceivedMessage,
  type SendOptions,
  type WorkQueue,
} from "#lib/platform/queue.ts";

interface PostgresQueueOptions {
  /** As `npm run migrate` created it. */
  name: string;
  /** How often an empty queue is polled: no connection listens, so a pooler works. */
  pollMs: number;
  /** How many messages of one group are worked on at once, on all servers together. */
  perGroup: number;
}

interface Stored {
  body: string;
  attributes: Record<string, string>;
}

/** A queue in the service's own database. `started` resolves once it can be used. */
export function createPostgresQueue(
  started: () => Promise<PgBoss>,
  { name, pollMs, perGroup }: PostgresQueueOptions,
): WorkQueue {
  const asked = async <T>(work: (boss: PgBoss) => Promise<T>): Promise<T> => {
    try {
      return await work(await started());
    } catch (error) {
      throw translateFailure(error);
    }
  };
  const insert = (entries: readonly { message: JobMessage; options: SendOptions }[]) =>
    asked((boss) =>
      boss.insert(
        name,
        entries.map(({ message, options }) => entryOf(message, options)),
        { returnId: false },
      ),
    );

  // One query at a time: two at once would each count a group without the other's message.
  let lastFetch: Promise<unknown> = Promise.resolve();
  const fetchNext = (most: number): Promise<ReceivedMessage[]> => {
    const fetching = lastFetch.then(() =>
      asked((boss) => boss.fetch<Stored>(name, { batchSize: most, groupConcurrency: perGroup })),
    );
    lastFetch = fetching.catch(() => undefined);
    return fetching.then((jobs) => jobs.map(received));
  };

  return {
    check: () =>
      asked(async (boss) => {
        if ((await boss.getQueue(name)) !== null) return;
        const cause = new Error(`there is no queue ${name}: "npm run migrate" makes it`);
        throw new AppError("service_unavailable", { cause });
      }),
    send: (message, options) =>
      traced({ name: "queue send", kind: "producer" }, async () => {
        await insert([{ message, options }]);
      }),
    sendBatch: async (messages) => {
      if (messages.length > 0) await insert(messages);
    },
    receive: async ({ most, waitSeconds }, signal) => {
      const until = performance.now() + waitSeconds * 1000;
      for (;;) {
        if (signal?.aborted === true) return [];
        const messages = await fetchNext(most);
        if (messages.length > 0 || performance.now() + pollMs > until) return messages;
        await pause(pollMs, undefined, signal === undefined ? {} : { signal }).catch(() => []);
      }
    },
    done: (messages) =>
      forEachAttempt(messages, (attempts) => asked((boss) => boss.complete(name, attempts))),
    failed: (messages) =>
      forEachAttempt(messages, (attempts) => asked((boss) => boss.fail(name, attempts))),
    // For the queue's own term from now, whatever is requested: it is the same for all messages.
    extend: (message) =>
      forEachAttempt([message], (attempts) => asked((boss) => boss.touch(name, attempts))),
  };
}

function entryOf(message: JobMessage, options: SendOptions) {
  const { group, delaySeconds = 0 } = options;
  const data: Stored = { body: JSON.stringify(message), attributes: attributesOf(options) };
  return {
    data,
    group: { id: group },
    startAfter: delaySeconds,
    // A second wake-up of a waiting job adds nothing; a delayed one is different.
    singletonKey: `${message.jobId} ${delaySeconds > 0 ? "later" : "now"}`,
  };
}

function received({ id, retryCount, data }: Job<Stored>): ReceivedMessage {
  return {
    messageId: id,
    body: data.body,
    attributes: data.attributes,
    receives: retryCount + 1,
    receiptHandle: `${id} ${retryCount}`,
  };
}

type Handle = Pick<ReceivedMessage, "receiptHandle">;

/** Each as it was received: one that another reader has by now is left alone. */
async function forEachAttempt(
  messages: readonly Handle[],
  work: (attempts: { id: string; retryCount: number }[]) => Promise<unknown>,
): Promise<void> {
  const attempts = messages.map(({ receiptHandle }) => {
    const [id = "", retryCount] = receiptHandle.split(" ");
    return { id, retryCount: Number(retryCount) };
  });
  if (attempts.length > 0) await work(attempts);
}
