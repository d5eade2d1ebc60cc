import type { Database, Orm, Queries } from "#lib/db/database.ts";

export interface AskedStatement {
  /** The statement's name; `query builder` if it has none, `begin` for a transaction. */
  name: string;
  text: string;
  values: readonly unknown[];
}

/** The same database, and what was asked of it: each statement, and each beginning of a transaction. */
export function countedDatabase(real: Database): { database: Database; asked: AskedStatement[] } {
  const asked: AskedStatement[] = [];
  const counted = (queries: Queries): Queries => ({
    get orm() {
      return countedOrm(queries.orm, asked);
    },
    run: (statement, values) => {
      asked.push({ name: statement.name, text: statement.text, values });
      return queries.run(statement, values);
    },
  });
  const { run } = counted(real);
  const database: Database = {
    get orm() {
      return countedOrm(real.orm, asked);
    },
    run,
    transaction: (scope, work, planner) => {
      asked.push({ name: "begin", text: "begin", values: [scope] });
      return real.transaction(scope, (queries) => work(counted(queries)), planner);
    },
    close: () => real.close(),
  };
  return { database, asked };
}

/** Where the query builder sends its statements; nested ones are not counted. */
interface Session {
  prepareQuery(query: { sql: string; params: unknown[] }, ...more: unknown[]): unknown;
}

function countedOrm(orm: Orm, asked: AskedStatement[]): Orm {
  return new Proxy(orm, {
    get: (target, name, proxy): unknown => {
      const value: unknown = Reflect.get(target, name, proxy);
      return name === "session" ? countedSession(value as Session, asked) : value;
    },
  });
}

function countedSession(session: Session, asked: AskedStatement[]): Session {
  const prepareQuery: Session["prepareQuery"] = (query, ...more) => {
    asked.push({ name: "query builder", text: query.sql, values: query.params });
    return session.prepareQuery(query, ...more);
  };
  return new Proxy(session, {
    get: (target, name, proxy): unknown =>
      name === "prepareQuery" ? prepareQuery : Reflect.get(target, name, proxy),
  });
}
