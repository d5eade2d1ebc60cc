import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { sqlState } from "./failures.ts";

/**
 * How long others may queue behind a waiting one, how often it is tried, and the pause in between.
 */
export interface Patience {
  lockTimeoutMs: number;
  tries: number;
  pauseMs: number;
}

export const usualPatience: Patience = { lockTimeoutMs: 3_000, tries: 10, pauseMs: 1_000 };

/** Somebody held the lock through every try. Nothing was changed. */
export class Blocked extends Error {
  override name = "Blocked";
}

interface Waiting {
  client: Client;
  /** The same database on another connection: a blocked one cannot ask who blocks it. */
  url: string;
  patience: Patience;
}

/**
 * Work that locks tables and may run again from the beginning. While it waits for a lock, everybody
 * else queues behind it, so it is tried briefly and often.
 */
export async function untilUnblocked<T>(waiting: Waiting, work: () => Promise<T>): Promise<T> {
  const { client, patience } = waiting;
  await client.query(`set lock_timeout = ${patience.lockTimeoutMs}`);
  const blockers = await watchBlockers(waiting);
  try {
    for (let left = patience.tries - 1; ; left -= 1) {
      try {
        return await work();
      } catch (error) {
        if (!passes(error)) throw error;
        if (left === 0)
          throw new Blocked(gaveUp(patience, await blockers.seen()), { cause: error });
      }
      await pause(patience.pauseMs);
    }
  } finally {
    await blockers.end();
    await client.query("set lock_timeout = 0");
  }
}

/** Refused for lack of a lock, or rolled back so that another one could go on. */
function passes(error: unknown): boolean {
  return ["55P03", "40P01"].includes(sqlState(error) ?? "");
}

function gaveUp({ tries, lockTimeoutMs }: Patience, blockers: string | null): string {
  return `Gave up after ${tries} tries of ${lockTimeoutMs / 1_000} s: ${blockers ?? "nobody was seen to hold what was wanted"}`;
}

const whoBlocks = `
  select 'process ' || a.pid || ' of ' || coalesce(a.usename, a.backend_type) ||
    coalesce(' (' || nullif(a.application_name, '') || ')', '') || coalesce(', ' || a.state, '') ||
    ' holds ' || coalesce((select string_agg(distinct w.relation::regclass::text, ', ')
      from pg_locks w where w.pid = $1 and not w.granted), 'what is wanted') as blocker
  from pg_stat_activity a where a.pid = any(pg_blocking_pids($1)) order by a.pid`;

/** Checks now and then from a second connection, which opens for the first check. */
async function watchBlockers({ client, url, patience }: Waiting) {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid;
  const second = new Client({ connectionString: url });
  let connected: Promise<unknown> | null = null;
  let blockers: string | null = null;
  let looking = Promise.resolve();
  const askWhoBlocks = async (): Promise<void> => {
    connected ??= second.connect();
    await connected;
    const found = await second.query<{ blocker: string }>(whoBlocks, [pid]);
    if (found.rows.length > 0) blockers = found.rows.map(({ blocker }) => blocker).join("; ");
  };
  let failure: unknown = null;
  const timer = setInterval(() => {
    looking = looking.then(askWhoBlocks).catch((error: unknown) => void (failure = error));
  }, patience.lockTimeoutMs / 3);
  return {
    seen: async () => {
      await looking;
      return failure === null ? blockers : "who holds what is wanted could not be asked";
    },
    end: async () => {
      clearInterval(timer);
      await looking;
      if (connected !== null) await second.end();
    },
  };
}
