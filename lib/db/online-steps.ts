import type { Client } from "pg";

/**
 * A change that a release does not depend on: made while the service runs, with statements that
 * block nobody, each separate. A run that dies continues where it was.
 */
export interface OnlineStep {
  /** Its file name in `drizzle/online`: it is done once under this name. */
  name: string;
  run(step: OnlineRun): Promise<void>;
}

interface OnlineRun {
  client: Client;
  /** How far it came, in the step's own format; null at the start. */
  cursor: string | null;
  /** In the step's own transaction: the work and the position are committed together. */
  save(cursor: string, rows: number): Promise<void>;
  /** For work that locks a table: tried briefly and often, so that nobody queues behind it. */
  untilUnblocked(work: () => Promise<void>): Promise<void>;
}

/** Runs a step, and may report which. */
export type StepProgress = (name: string, work: () => Promise<void>) => Promise<void>;

const mostRows = 5_000;

/** Runs the steps that are not done yet, one after another. */
export async function runOnlineSteps(
  client: Client,
  steps: readonly OnlineStep[],
  progress: StepProgress,
  untilUnblocked: OnlineRun["untilUnblocked"],
): Promise<void> {
  await client.query(`
    create table if not exists drizzle.online_steps (
      name text primary key, cursor text, rows bigint not null default 0, finished boolean not null default false
    )`);
  for (const { name, run } of steps) {
    await client.query(
      "insert into drizzle.online_steps (name) values ($1) on conflict do nothing",
      [name],
    );
    const { rows } = await client.query<{ cursor: string | null; finished: boolean }>(
      "select cursor, finished from drizzle.online_steps where name = $1",
      [name],
    );
    const [row] = rows;
    if (row === undefined || row.finished) continue;
    const save = async (cursor: string, done: number): Promise<void> => {
      await client.query(
        "update drizzle.online_steps set cursor = $2, rows = rows + $3 where name = $1",
        [name, cursor, done],
      );
    };
    await progress(name, () => run({ client, cursor: row.cursor, save, untilUnblocked }));
    await client.query("update drizzle.online_steps set finished = true where name = $1", [name]);
  }
}

/**
 * `on` is a table and its columns: `records (periodo)`. An invalid index from an earlier build is
 * rebuilt.
 */
export function concurrentIndex(
  index: string,
  on: string,
  kind: "index" | "unique index" = "index",
): OnlineStep["run"] {
  return async ({ client }) => {
    const { rows } = await client.query<{ valid: boolean }>(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
      [`public.${index}`],
    );
    const [found] = rows;
    if (found?.valid === true) return;
    if (found !== undefined) await client.query(`drop index concurrently public.${index}`);
    await client.query(`create ${kind} concurrently ${index} on public.${on}`);
  };
}

/**
 * A unique constraint with its columns in another order: its index is built next to the one in use
 * and swapped in by one statement, so that duplicates are never possible.
 */
export function reorderedUnique(
  table: string,
  constraint: string,
  columns: string,
): OnlineStep["run"] {
  const next = `${constraint}_next`;
  return async (step) => {
    const { client } = step;
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = to_regclass($1) and conname = $2`,
      [`public.${table}`, constraint],
    );
    if (rows[0]?.definition === `UNIQUE (${columns})`) return;
    await concurrentIndex(next, `${table} (${columns})`, "unique index")(step);
    await step.untilUnblocked(async () => {
      await client.query(`alter table public.${table} drop constraint ${constraint},
        add constraint ${constraint} unique using index ${next}`);
    });
  };
}

/**
 * A constraint that a migration added as `not valid`, so it only covered new rows: from now on it
 * covers all.
 */
export function validatedConstraint(table: string, constraint: string): OnlineStep["run"] {
  return async ({ client }) => {
    await client.query(`alter table public.${table} validate constraint ${constraint}`);
  };
}

/**
 * Changes rows in order: `batch` takes the cursor (null at first) and the most rows, and returns
 * one row, `rows` and `cursor`; null ends it. Running it twice must change nothing.
 */
export function backfill(batch: string): OnlineStep["run"] {
  return async ({ client, cursor, save }) => {
    let next = cursor;
    do {
      await client.query("begin");
      try {
        await client.query("select set_config('app.org_id', '*', true)");
        const { rows } = await client.query<{ cursor: string | null; rows: number }>(batch, [
          next,
          mostRows,
        ]);
        next = rows[0]?.cursor ?? null;
        if (next !== null) await save(next, rows[0]?.rows ?? 0);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
    } while (next !== null);
  };
}
