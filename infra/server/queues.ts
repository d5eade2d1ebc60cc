import { PgBoss } from "pg-boss";
import { AppError } from "#lib/kernel/errors/index.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";
import type { Log } from "#lib/kernel/log.ts";
import type { WorkQueue } from "#lib/platform/queue.ts";
import { createSqsWorkQueue } from "#lib/platform/sqs-reader.ts";
import { createPostgresQueue } from "./postgres-queue.ts";
import { deadLettersOf, queueNames, queueSchema } from "./queue-schema.ts";

/** Where jobs wait: one queue for syncs, another for jobs that somebody waits for. */
export interface Queues {
  syncs: WorkQueue;
  emissions: WorkQueue;
}

export interface OpenQueues extends Queues {
  /** The setting to name if they cannot be reached. */
  settings: Record<keyof Queues, string>;
  /** How many dead letters each has; the cloud monitors its own queues. */
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
  /** This server's browsers: one group gets at most all of them but one. */
  browsers: { sync: number; emission: number };
}

/** How often to look for messages that a dead server held. */
export const superviseSeconds = 20;
const hourSeconds = 3_600;
/** Each queue fetches one at a time; the third connection is for sending and ending. */
const connections = 3;

/** Queues in the service's own database. */
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

/** Until started it makes no query. */
export function openBoss({ url, log, superviseEvery = superviseSeconds }: BossSettings): PgBoss {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "connect-queues",
    schema: queueSchema,
    max: connections,
    // `npm run migrate` makes the schema, and everything else that requires its owner.
    migrate: false,
    createSchema: false,
    reindex: false,
    schedule: false,
    superviseIntervalSeconds: superviseEvery,
    monitorIntervalSeconds: superviseEvery,
    maintenanceIntervalSeconds: hourSeconds,
  });
  // The library's own maintenance, such as looking for dead workers: the next try is seconds away.
  boss.on("error", (error) => log.warn("queues.maintenance_failed", { error }));
  boss.on("warning", ({ message }) => log.warn("queues.warning", { message }));
  return boss;
}

/** A missing or older schema in words for a person: until it is made, the queues are out of reach. */
export async function startBoss(boss: PgBoss): Promise<PgBoss> {
  return boss.start().catch((error: unknown) => {
    if (error instanceof Error && /not installed|requires migrations/.test(error.message)) {
      const cause = new Error('its queues are not of this release: "npm run migrate" makes them');
      throw new AppError("service_unavailable", { cause });
    }
    throw error;
  });
}
