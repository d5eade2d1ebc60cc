import type { Queries, Statement } from "#lib/db/database.ts";

/** What is counted, in windows of `windowMs`, and the most that is allowed. */
export interface TallyLimit {
  what: string;
  windowMs: number;
  most: number;
}

interface Tally {
  /** Including this one. */
  count: number;
  /** When the window ends. */
  until: Date;
}

const add: Statement = {
  name: "people.tally",
  repeatable: false,
  text: `
    insert into tallies (what, subject, starts_at, count, last_at) values ($1, $2, $3, 1, $4)
    on conflict (what, subject, starts_at)
      do update set count = tallies.count + 1, last_at = excluded.last_at
    returning count`,
};

const take: Statement = {
  name: "people.untally",
  repeatable: false,
  text: `
    update tallies set count = greatest(count - 1, 0)
    where what = $1 and subject = $2 and starts_at = $3`,
};

const read: Statement = {
  name: "people.tallied",
  repeatable: true,
  text: "select count from tallies where what = $1 and subject = $2 and starts_at = $3",
};

function windowOf({ windowMs }: TallyLimit, now: Date): { starts: Date; until: Date } {
  const starts = Math.floor(now.getTime() / windowMs) * windowMs;
  return { starts: new Date(starts), until: new Date(starts + windowMs) };
}

/** Counts one more, whatever the limit. One statement, so that two at once see different counts. */
export async function tally(
  db: Queries,
  limit: TallyLimit,
  subject: Buffer,
  now: Date,
): Promise<Tally & { isOver: boolean }> {
  const { starts, until } = windowOf(limit, now);
  const [row] = await db.run<{ count: number }>(add, [limit.what, subject, starts, now]);
  const count = row?.count ?? 0;
  return { count, until, isOver: count > limit.most };
}

/** For an act that turned out not to count. */
export async function untally(
  db: Queries,
  limit: TallyLimit,
  subject: Buffer,
  now: Date,
): Promise<void> {
  await db.run(take, [limit.what, subject, windowOf(limit, now).starts]);
}

/** Without counting. */
export async function tallied(
  db: Queries,
  limit: TallyLimit,
  subject: Buffer,
  now: Date,
): Promise<Tally> {
  const { starts, until } = windowOf(limit, now);
  const [row] = await db.run<{ count: number }>(read, [limit.what, subject, starts]);
  return { count: row?.count ?? 0, until };
}
