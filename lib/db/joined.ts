import type { Database, Queries, Statement } from "./database.ts";
import { isUndone } from "./failures.ts";

/**
 * The database as an open transaction sees it: a nested transaction joins this one, and is
 * committed or rolled back with it. It cannot be for another organization, and none can begin once
 * the database has rolled the outer one back: only that one can be repeated.
 */
export function joined(queries: Queries, scope: string): Database {
  let undoneBy: unknown = null;
  return inside(queries, async (of, work) => {
    if (of !== scope) throw new TypeError("a transaction of another organization is open");
    if (undoneBy !== null) throw undoneBy;
    try {
      return await work(queries);
    } catch (error) {
      if (isUndone(error)) undoneBy = error;
      throw error;
    }
  });
}

const speakFor: Statement = {
  name: "database.speak_for",
  repeatable: true,
  text: "select set_config('app.org_id', $1, true)",
};

/**
 * The same for a transaction of the system: a nested one acts for its own organization until it
 * ends. Once one has failed, everything is rolled back.
 */
export function joinedSystem(queries: Queries): Database {
  let failedBy: unknown = null;
  return inside(queries, async (of, work) => {
    if (failedBy !== null) throw failedBy;
    try {
      await queries.run(speakFor, [of]);
      const result = await work(queries);
      await queries.run(speakFor, ["*"]);
      return result;
    } catch (error) {
      failedBy = error;
      throw error;
    }
  });
}

function inside(queries: Queries, transaction: Database["transaction"]): Database {
  return {
    orm: queries.orm,
    run: (statement, values) => queries.run(statement, values),
    transaction,
    close: () => Promise.reject(new TypeError("a transaction is open")),
  };
}
