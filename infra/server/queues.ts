import { PgBoss } from "pg-boss";
import { loadOnce } from "#lib/kernel/load-once.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { WorkQueue } from "#lib/platform/queue.ts";
import { createSqsWorkQueue } from "#lib/platform/sqs-reader.ts";
import { createPostgresQueue } from "./postgres-queue.ts";
import { deadLettersOf, queueNames, queueSchema } from "./queue-schema.ts";

/** Where jobs wait: one queue for syncs, another for what somebody is waiting for. */
export interface Queues {
  syncs: WorkQueue;
  emissions: WorkQueue;
}

export interface OpenQueues extends Queues {
  /** The setting to name when they cannot be reached. */
  settings: Record<keyof Queues, string>;
  /** How many dead letters each has; those of the cloud's queues are watched there. */
  deadLetters(): Promise<Partial<Record<keyof Queues, number>>>;
  close(): Promise<void>;
}

export function openSqsQueues(urls: Record<keyof Queues, string>): OpenQueues {
  return {
    syncs: createSqsWorkQueue({ queueUrl: urls.syncs }),
    emissions: createSqsWorkQueue({ queueUrl: urls.emissions }),
    settings: { syncs: "SYNC_QUEUE_URL", emissions: "EMISSION_QUEUE_URL" },
    deadLetters: () => Promise.resolve({}),
    close: () => Promise.resolve(),
  };
}

interface BossSettings {
  /** The workers' address. */
  url: string;
  log: Log;
  superviseEvery?: number;
}

interface PostgresQueues extends BossSettings {
  /** Of this server: one group gets all of them but one. */
  browsers: { sync: number; emission: number };
}

/** How often it is looked for what a dead server held. */
export const superviseSeconds = 20;
const hourSeconds = 3_600;
/** Fetching is one at a time for each queue; the third is for what is sent and ended. */
const connections = 3;

/** Queues in the database that the service has anyway. */
export function openPostgresQueues({ url, browsers, log }: PostgresQueues): OpenQueues {
  const boss = openBoss({ url, log });
  const started = loadOnce(() => startBoss(boss));
  const queue = (name: keyof Queues, pollMs: number, atOnce: number): WorkQueue =>
    createPostgresQueue(started, {
      name: queueNames[name],
      pollMs,
      perGroup: Math.max(1, atOnce - 1),
    });
  return {
    syncs: queue("syncs", 2_000, browsers.sync),
    // Somebody waits for these.
    emissions: queue("emissions", 500, browsers.emission),
    settings: { syncs: "WORKER_DATABASE_URL", emissions: "WORKER_DATABASE_URL" },
    deadLetters: async () => {
      await started();
      const [syncs, emissions] = [queueNames.syncs, queueNames.emissions].map(deadLettersOf);
      const found = await boss.getQueues([syncs, emissions].filter((name) => name !== undefined));
      const countOf = (name?: string): number =>
        found.find((queue) => queue.name === name)?.queuedCount ?? 0;
      return { syncs: countOf(syncs), emissions: countOf(emissions) };
    },
    close: () => boss.stop({ graceful: false }),
  };
}

/** Not started: it asks nothing of the database before. */
export function openBoss({ url, log, superviseEvery = superviseSeconds }: BossSettings): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "connect-queues",
    schema: queueSchema,
    max: connections,
    // The schema is `npm run migrate`'s, and so is what only its owner may do.
    migrate: false,
    createSchema: false,
    reindex: false,
    schedule: false,
    superviseIntervalSeconds: superviseEvery,
    monitorIntervalSeconds: superviseEvery,
    maintenanceIntervalSeconds: hourSeconds,
  });
  // Of what it does by itself, such as looking after dead workers: the next look is seconds away.
  boss.on("error", (error) => log.warn("queues.maintenance_failed", { error }));
  boss.on("warning", ({ message }) => log.warn("queues.warning", { message }));
  return boss;
}

/** What the library says of a schema that is not there, in words for a person. */
export async function startBoss(boss: PgBoss): Promise<PgBoss> {
  return boss.start().catch((error: unknown) => {
    if (error instanceof Error && /not installed|requires migrations/.test(error.message)) {
      error.message = 'its queues are not of this release: "npm run migrate" makes them';
    }
    throw error;
  });
}
