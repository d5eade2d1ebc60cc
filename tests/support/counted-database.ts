import type { Database, Orm, Queries } from "#lib/db/database.ts";

/** The same database, and what was asked of it: a statement by its name, and each beginning of a transaction. */
export function countedDatabase(real: Database): { database: Database; asked: string[] } {
  const asked: string[] = [];
  const ormOf = ({ orm }: Queries): Orm => {
    asked.push("query builder");
    return orm;
  };
  const runBy =
    (queries: Queries): Queries["run"] =>
    (statement, values) => {
      asked.push(statement.name);
      return queries.run(statement, values);
    };
  const database: Database = {
    get orm() {
      return ormOf(real);
    },
    run: runBy(real),
    transaction: (scope, work, planner) => {
      asked.push("begin");
      const counted = (queries: Queries): Queries => ({
        get orm() {
          return ormOf(queries);
        },
        run: runBy(queries),
      });
      return real.transaction(scope, (queries) => work(counted(queries)), planner);
    },
    close: () => real.close(),
  };
  return { database, asked };
}
