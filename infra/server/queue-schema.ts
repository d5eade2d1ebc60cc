import { PgBoss, type QueueOptions } from "pg-boss";

/** The schema of the queues, in the service's own database. Backups leave it out. */
export const queueSchema = "pgboss";

const daySeconds = 24 * 3600;
/** The same five receives as with a queue of the cloud. */
const retries = 4;

export const queueNames = { syncs: "syncs", emissions: "emissions" } as const;

export const deadLettersOf = (name: string): string => `${name}-dead-letters`;

/** A wake-up's terms. It is only a hint: the job's row says what to do. */
export const wakeUps = {
  // If a process dies, its messages return after this long, when any server polls next.
  heartbeatSeconds: 120,
  retryLimit: retries,
  retryDelay: 30,
  // Far above the worker's own limit, so the worker ends first.
  expireInSeconds: 1_800,
  // Housekeeping has long repeated any wake-up that is a day old.
  retentionSeconds: daySeconds,
  deleteAfterSeconds: 3_600,
} as const satisfies QueueOptions & { heartbeatSeconds: number };

/** Two weeks: a dead letter waits for a person. */
const deadLetters = { retentionSeconds: 14 * daySeconds } as const;

/** Part of `npm run migrate`: the queues' own tables, and their rights. Safe to run again. */
export async function installQueues(
  ownerUrl: string,
  names: readonly string[] = Object.values(queueNames),
  lives: QueueOptions & { heartbeatSeconds: number } = wakeUps,
): Promise<void> {
  const failures: Error[] = [];
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: queueSchema,
    max: 2,
    supervise: false,
    schedule: false,
  });
  boss.on("error", (error) => failures.push(error));
  try {
    await boss.start();
    for (const name of names) {
      await makeQueue(boss, deadLettersOf(name), deadLetters);
      // One waiting message is enough: without it, `short` lets a second one of the same key through.
      await makeQueue(boss, name, { ...lives, deadLetter: deadLettersOf(name) }, "short");
    }
    await giveQueues(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
  const [failure] = failures;
  if (failure !== undefined) throw failure;
}

async function makeQueue(
  boss: PgBoss,
  name: string,
  options: QueueOptions & { deadLetter?: string; heartbeatSeconds?: number },
  policy = "standard",
): Promise<void> {
  await boss.createQueue(name, { ...options, policy });
  // A queue of an earlier release keeps its messages and takes this release's terms.
  await boss.updateQueue(name, options);
}

/**
 * The workers' role sends and reads: the role that answers calls must not see which jobs others woke. One statement,
 * and so one transaction: if two runs grant at once, the database refuses one.
 */
async function giveQueues(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(`
    select pg_advisory_xact_lock(hashtext('${queueSchema}.rights'));
    grant usage on schema ${queueSchema} to connect_worker;
    grant select, insert, update, delete on all tables in schema ${queueSchema} to connect_worker`);
}
