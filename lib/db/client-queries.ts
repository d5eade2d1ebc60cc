import { ask } from "./ask.ts";
import type { Orm, Queries, Statement } from "./database.ts";
import type { Client } from "./driver.ts";

/** The statements of one transaction, all on its connection. */
export class ClientQueries implements Queries {
  readonly orm: Orm;
  readonly #client: Client;

  constructor(client: Client, orm: Orm) {
    this.#client = client;
    this.orm = orm;
  }

  run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return runOn<Row>(this.#client, statement, values);
  }
}

export async function runOn<Row>(
  client: Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { name, text } = statement;
  const { rows } = await ask(client, { name, text, values: [...values] });
  return rows as Row[];
}
