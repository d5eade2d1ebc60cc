import { PgBoss, type QueueOptions } from "pg-boss";

/** Where the queues are, in the service's own database. Backups leave it out. */
export const queueSchema = "pgboss";

const daySeconds = 24 * 3600;
/** The same five receives that a queue of the cloud gives. */
const retries = 4;

export const queueNames = { syncs: "syncs", emissions: "emissions" } as const;

export const deadLettersOf = (name: string): string => `${name}-dead-letters`;

/** How a wake-up lives. It is a hint: the job's row says what is to be done. */
export const wakeUps = {
  // What a process held that died comes again after this long, at the next look of any server.
  heartbeatSeconds: 120,
  retryLimit: retries,
  retryDelay: 30,
  // Far above the worker's own limit: it ends by itself.
  expireInSeconds: 1_800,
  // A wake-up that is a day old tells nothing that housekeeping has not told again.
  retentionSeconds: daySeconds,
  deleteAfterSeconds: 3_600,
} as const satisfies QueueOptions & { heartbeatSeconds: number };

/** Two weeks: a dead letter waits for a person. */
const deadLetters = { retentionSeconds: 14 * daySeconds } as const;

/** `npm run migrate`'s part: the queues' own tables, and who works with them. Safe to run again. */
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
      // One that waits is enough: `short` lets a second one of the same key go.
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
  // One of an earlier release keeps its messages and takes this one's terms.
  await boss.updateQueue(name, options);
}

/**
 * Who sends and reads is the workers' role: what answers calls cannot read whom others woke. One
 * statement, and so one transaction: of two that grant at once the database refuses one.
 */
async function giveQueues(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(`
    select pg_advisory_xact_lock(hashtext('${queueSchema}.rights'));
    grant usage on schema ${queueSchema} to connect_worker;
    grant select, insert, update, delete on all tables in schema ${queueSchema} to connect_worker`);
}
