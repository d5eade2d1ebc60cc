import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

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

const selectOne: Statement = { name: "database.check", repeatable: true, text: "select 1" };

/** Succeeds when the database answers; throws `service_unavailable` when it is unreachable. */
export async function checkDatabase(db: Queries): Promise<void> {
  await db.run(selectOne, []);
}
