import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { AppError } from "#lib/kernel/errors/index.ts";

export type Orm = PgDatabase<PgQueryResultHKT>;

/** A statement with a fixed text, so that the server plans it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Safe to send twice: only then is it repeated when its connection turns out to be dead. */
  readonly repeatable: boolean;
}

/** What a verb needs of the database, inside a transaction and outside. */
export interface Queries {
  readonly orm: Orm;
  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** `by_index`: rows are reached by the indexes, whatever the planner prefers. */
export type Planner = "as_it_thinks" | "by_index";

export interface Database extends Queries {
  /** Runs `work` in one transaction that only sees the rows of `scope`; `*` is the system. */
  transaction<T>(
    scope: string,
    work: (queries: Queries) => Promise<T>,
    planner?: Planner,
  ): Promise<T>;
  close(): Promise<void>;
}

/**
 * The numbers do not fit into so little memory, so the server has to put them into a file of its
 * own: a full disk refuses that, while it still answers other questions. Nothing is left of it.
 */
const check: Statement = {
  name: "database.check",
  repeatable: true,
  text: `
    select current_setting('transaction_read_only') = 'on' as "isReadOnly", count(*) as written
    from (select set_config('work_mem', '64kB', true) as memory offset 0) small
    cross join lateral generate_series(1, 8000 + 0 * length(small.memory))`,
};

/**
 * Succeeds when the database answers, takes writes and can store them, without which no call is
 * answered; throws `service_unavailable` otherwise.
 */
export async function checkDatabase(db: Queries): Promise<void> {
  const [row] = await db.run<{ isReadOnly: boolean }>(check, []);
  if (row?.isReadOnly !== true) return;
  throw new AppError("service_unavailable", { cause: new Error("it takes no writes") });
}
