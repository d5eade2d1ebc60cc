import type { Database, Queries } from "./database.ts";
import { isUndone } from "./failures.ts";

/**
 * The database as a transaction that is open sees it: what begins one of its own joins this one, and
 * is committed or undone with it. Of another organization none can be begun in here, and none at all
 * once the database has undone the open one: who repeats has to repeat that.
 */
export function joined(queries: Queries, scope: string): Database {
  let undoneBy: unknown = null;
  return {
    orm: queries.orm,
    run: (statement, values) => queries.run(statement, values),
    transaction: async (of, work) => {
      if (of !== scope) throw new TypeError("a transaction of another organization is open");
      if (undoneBy !== null) throw undoneBy;
      try {
        return await work(queries);
      } catch (error) {
        if (isUndone(error)) undoneBy = error;
        throw error;
      }
    },
    close: () => Promise.reject(new TypeError("a transaction is open")),
  };
}
