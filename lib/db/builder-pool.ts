import type { QueryAnswer, Client, Pool, Query } from "./driver.ts";

interface Ways {
  /** A connection that has just answered. */
  connect(): Promise<Client>;
  keep(client: Client): void;
  query(question: Query): Promise<QueryAnswer>;
}

/**
 * The pool for the query builder, which would trust every connection: a process that was frozen
 * finds them dead. The builder recognises a pool by its prototype.
 */
export function builderPool(pool: Pool, { connect, keep, query }: Ways): Pool {
  const guarded: Pool = Object.create(pool);
  return Object.assign(guarded, {
    connect: async () => {
      const client = await connect();
      const release = client.release.bind(client);
      // The pool sets it again each time it hands the connection out.
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
