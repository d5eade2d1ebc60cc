import type { Database, Queries, Statement } from "./database.ts";
import { isUndone } from "./failures.ts";

/**
 * The database as a transaction that is open sees it: what begins one of its own joins this one, and
 * is committed or undone with it. Of another organization none can be begun in here, and none at all
 * once the database has undone the open one: who repeats has to repeat that.
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
 * The same of a transaction of the system's: what begins one inside speaks for its own organization
 * until that ends. Once one has failed there is nothing to go on with: all of it is undone.
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
