import { randomBytes } from "node:crypto";
import type { PgBoss } from "pg-boss";
import { ensureDatabase } from "#infra/local/postgres.ts";
import { createPostgresQueue } from "#infra/server/postgres-queue.ts";
import { deadLettersOf, installQueues, wakeUps } from "#infra/server/queue-schema.ts";
import { openBoss } from "#infra/server/queues.ts";
import { roleUrl } from "#lib/db/rights.ts";
import type { WorkQueue } from "#lib/platform/queue.ts";
import { silentLog } from "../log.ts";
import { asOwner } from "../databases/as-owner.ts";
import { serverOfRun } from "./server-of-run.ts";

export interface TestQueues {
  /** In the workers' role. */
  url: string;
  appUrl: string;
  ownerUrl: string;
  boss: PgBoss;
  queue(options?: { name?: string; perGroup?: number }): WorkQueue;
  deadLetters(): WorkQueue;
  owner(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

const name = "work";

/** The queues in a separate database, as `npm run migrate` makes them, except for one term. */
export async function testPostgresQueues(): Promise<TestQueues> {
  const { serverUrl, passwords } = await serverOfRun("postgres");
  const ownerUrl = await ensureDatabase(serverUrl, `queues_${randomBytes(6).toString("hex")}`);
  await installQueues(ownerUrl, [name], { ...wakeUps, retryDelay: 0 });
  const url = roleUrl(ownerUrl, "connect_worker", passwords.connect_worker);
  const boss = openBoss({ url, log: silentLog, superviseEvery: 1 });
  await boss.start();
  const queue: TestQueues["queue"] = (given = {}) =>
    createPostgresQueue(() => Promise.resolve(boss), {
      name: given.name ?? name,
      pollMs: 50,
      perGroup: given.perGroup ?? 100,
    });
  return {
    url,
    appUrl: roleUrl(ownerUrl, "connect_app", passwords.connect_app),
    ownerUrl,
    boss,
    queue,
    deadLetters: () => queue({ name: deadLettersOf(name) }),
    owner: (text) => asOwner(ownerUrl, text),
    close: () => boss.stop({ graceful: false }),
  };
}

/** The same database as the cluster's owner, like a migration. */
export async function ownerUrlOf(databaseUrl: string): Promise<string> {
  const url = new URL((await serverOfRun("postgres")).serverUrl);
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
}
