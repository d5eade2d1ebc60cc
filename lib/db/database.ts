import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";

export type Orm = PgDatabase<PgQueryResultHKT>;

/** A statement whose text is fixed, so that the server plans it once for each connection. */
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

/** `by_index`: rows are reached by the indexes, whatever the planner thinks of them. */
export type Planner = "as_it_thinks" | "by_index";

export interface Database extends Queries {
  /** Runs `work` in one transaction that sees the rows of `scope` alone; `*` is the system. */
  transaction<T>(
    scope: string,
    work: (queries: Queries) => Promise<T>,
    planner?: Planner,
  ): Promise<T>;
  close(): Promise<void>;
}

const selectOne: Statement = { name: "database.check", repeatable: true, text: "select 1" };

/** Passes when the database answers; throws `service_unavailable` when it is unreachable. */
export async function checkDatabase(db: Queries): Promise<void> {
  await db.run(selectOne, []);
}
