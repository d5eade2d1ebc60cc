import { isTracing, traced } from "#lib/kernel/trace.ts";
import type { Database, Queries, Statement } from "./database.ts";

/** Spans for transactions and for named statements, without their values. */
export function traceDatabase(database: Database): Database {
  if (!isTracing()) return database;
  return {
    ...traceQueries(database),
    transaction: (scope, work, planner) =>
      traced({ name: "database transaction", kind: "client" }, () =>
        database.transaction(scope, (queries) => work(traceQueries(queries)), planner),
      ),
    close: () => database.close(),
  };
}

function traceQueries(queries: Queries): Queries {
  return {
    orm: queries.orm,
    run: <Row>(statement: Statement, values: readonly unknown[]) =>
      traced(
        {
          name: `database ${statement.name}`,
          kind: "client",
          fields: { "db.operation.name": statement.name },
        },
        () => queries.run<Row>(statement, values),
      ),
  };
}
