import type { Database, Queries } from "./database.ts";

/**
 * The database as a transaction that is open sees it: what begins one of its own joins this one, and
 * is committed or undone with it. Of another organization none can be begun in here.
 */
export function joined(queries: Queries, scope: string): Database {
  return {
    orm: queries.orm,
    run: (statement, values) => queries.run(statement, values),
    transaction: async (of, work) => {
      if (of !== scope) throw new TypeError("a transaction of another organization is open");
      return work(queries);
    },
    close: () => Promise.reject(new TypeError("a transaction is open")),
  };
}
