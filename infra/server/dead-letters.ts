import { z } from "zod";
import { translateFailure } from "#lib/db/failures.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { AwsPlace } from "#lib/platform/aws-client.ts";
import type { JobMessage, QueueReader, ReceivedMessage } from "#lib/platform/queue.ts";
import type { ScheduleMessage } from "#lib/platform/schedules.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createSqsReader } from "#lib/platform/sqs-reader.ts";
import { deadLettersOf, queueNames } from "./queue-schema.ts";
import { openBoss, startBoss } from "./queues.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A wake-up that was received five times and never finished, or one that no worker can read. */
type DeadLetter = JobMessage | ScheduleMessage | { unreadable: string };

export interface DeadLetters {
  list(): Promise<DeadLetter[]>;
  /** Sends the readable ones back to their queue. Returns how many. */
  redrive(): Promise<number>;
  purge(): Promise<number>;
  close(): Promise<void>;
}

const WakeUp = z.union([z.object({ jobId: z.string() }), z.object({ connectionId: z.string() })]);

/** The dead letters of the workers' queue: in the database, or at two queue URLs. */
export function openDeadLetters(
  of: "sync" | "emission",
  environment: Environment,
  log: Log,
  place: AwsPlace = {},
): DeadLetters {
  const main = of === "sync" ? "SYNC_QUEUE_URL" : "EMISSION_QUEUE_URL";
  if ((environment[main] ?? "") === "") {
    const { WORKER_DATABASE_URL: url } = parseConfig(["WORKER_DATABASE_URL"], environment);
    return inDatabase(queueNames[of === "sync" ? "syncs" : "emissions"], { url, log });
  }
  const dead = of === "sync" ? "SYNC_DEAD_LETTERS_URL" : "EMISSION_DEAD_LETTERS_URL";
  const urls = parseConfig([main, dead] as const, environment);
  return inCloud({ main: urls[main], dead: urls[dead], ...place });
}

function inDatabase(name: string, { url, log }: { url: string; log: Log }): DeadLetters {
  const boss = openBoss({ url, log });
  const dead = deadLettersOf(name);
  const list = async () => {
    const found = await boss.findJobs<{ body: string }>(dead);
    return found.map(({ data }) => letterOf(data.body));
  };
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await startBoss(boss);
      return await work();
    } catch (error) {
      throw translateFailure(error);
    }
  };
  return {
    list: () => asked(list),
    redrive: () =>
      asked(async () => {
        let sent = 0;
        for (let moved = -1; moved !== 0; sent += moved) moved = await boss.redrive(dead);
        return sent;
      }),
    purge: () =>
      asked(async () => {
        const { length } = await list();
        await boss.deleteQueuedJobs(dead);
        return length;
      }),
    close: () => boss.stop({ graceful: false }),
  };
}

const holdSeconds = 60;

function inCloud({ main, dead, ...place }: AwsPlace & { main: string; dead: string }): DeadLetters {
  const reader = createSqsReader({ queueUrl: dead, ...place });
  const queue = createSqsQueue<JobMessage | ScheduleMessage>({ queueUrl: main, ...place });
  return {
    list: async () => {
      const letters = await allOf(reader);
      for (const letter of letters) await reader.extend(letter, 0);
      return letters.map(({ body }) => letterOf(body));
    },
    redrive: async () => {
      let sent = 0;
      for (const letter of await allOf(reader)) {
        const message = letterOf(letter.body);
        if ("unreadable" in message) {
          await reader.extend(letter, 0);
          continue;
        }
        await queue.send(message, { group: "dead-letters" });
        await reader.done([letter]);
        sent += 1;
      }
      return sent;
    },
    purge: async () => {
      const letters = await allOf(reader);
      for (const letter of letters) await reader.done([letter]);
      return letters.length;
    },
    close: () => Promise.resolve(),
  };
}

function letterOf(body: string): DeadLetter {
  const read = WakeUp.safeParse(jsonOf(body));
  return read.success ? read.data : { unreadable: body };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Hidden from others while they are listed. */
async function allOf(reader: QueueReader): Promise<ReceivedMessage[]> {
  const letters: ReceivedMessage[] = [];
  for (;;) {
    const some = await reader.receive({ most: 10, waitSeconds: 1, holdSeconds });
    if (some.length === 0) return letters;
    letters.push(...some);
  }
}
