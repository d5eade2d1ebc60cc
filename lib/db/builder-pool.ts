import type { QueryAnswer, Client, Pool, Query } from "./driver.ts";

interface Ways {
  /** A connection that has just answered. */
  connect(): Promise<Client>;
  keep(client: Client): void;
  query(question: Query): Promise<QueryAnswer>;
}

/**
 * The pool as the query builder takes it, which would trust each of its connections: a process that
 * was frozen finds them dead. It asks whether it has a pool by the prototype.
 */
export function builderPool(pool: Pool, { connect, keep, query }: Ways): Pool {
  const guarded: Pool = Object.create(pool);
  return Object.assign(guarded, {
    connect: async () => {
      const client = await connect();
      const release = client.release.bind(client);
      // The pool sets it anew each time that it hands the connection out.
      client.release = (destroy) => {
        client.release = release;
        if (destroy === true) release(true);
        else keep(client);
      };
      return client;
    },
    query: (question: Query, values?: unknown[]) =>
      query(values === undefined ? question : { ...question, values }),
  });
}
