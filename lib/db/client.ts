import { Pool as NeonPool } from "@neondatabase/serverless";
import { drizzle as drizzleNeon } from "drizzle-orm/neon-serverless";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { Pool as PgPool } from "pg";
import type { Log } from "../kernel/log.ts";
import type { Database, Orm, Queries, Statement } from "./database.ts";
import { isDatabaseAway, translateFailure } from "./failures.ts";

export interface DatabaseOptions {
  url: string;
  max: number;
  log: Log;
  driver?: "pg" | "neon";
}

/** What both drivers' clients are used for here. */
interface Client {
  query(config: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>;
  release(destroy?: boolean): void;
}

interface Pool {
  connect(): Promise<Client>;
  on(event: "error", listener: (error: Error) => void): unknown;
  end(): Promise<void>;
}

export function openDatabase(options: DatabaseOptions): Database {
  const driver = options.driver ?? driverOf(options.url);
  const settings = {
    connectionString: options.url,
    max: options.max,
    connectionTimeoutMillis: 5_000,
    // Short, so that a thawed function seldom finds a socket that died while it slept.
    idleTimeoutMillis: 10_000,
    keepAlive: true,
  };
  const neon = driver === "neon";
  const pool = (neon ? new NeonPool(settings) : new PgPool(settings)) as unknown as Pool;
  const bind = (client: unknown): Orm =>
    neon ? drizzleNeon({ client: client as NeonPool }) : drizzlePg({ client: client as PgPool });
  // Without a listener an idle connection that breaks would end the process.
  pool.on("error", (error) => options.log.warn("database.idle_connection_lost", { error }));
  return new PooledDatabase(pool, bind);
}

export function driverOf(url: string): "pg" | "neon" {
  return new URL(url).hostname.endsWith(".neon.tech") ? "neon" : "pg";
}

class PooledDatabase implements Database {
  readonly orm: Orm;
  readonly #pool: Pool;
  readonly #bind: (client: unknown) => Orm;

  constructor(pool: Pool, bind: (client: unknown) => Orm) {
    this.#pool = pool;
    this.#bind = bind;
    this.orm = bind(pool);
  }

  async run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.#runOnce<Row>(statement, values);
    } catch (error) {
      if (!statement.repeatable || !isDatabaseAway(error)) throw translateFailure(error);
    }
    try {
      return await this.#runOnce<Row>(statement, values);
    } catch (error) {
      throw translateFailure(error);
    }
  }

  async #runOnce<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const client = await this.#connect();
    let broken = false;
    try {
      return await runOn<Row>(client, statement, values);
    } catch (error) {
      broken = isDatabaseAway(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async transaction<T>(scope: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    let client: Client;
    try {
      client = await this.#connect();
    } catch (error) {
      throw translateFailure(error);
    }
    let broken = true;
    try {
      await client.query({ text: beginAs(scope) });
      const result = await work(new ClientQueries(client, this.#bind(client)));
      await client.query({ text: "commit" });
      broken = false;
      return result;
    } catch (error) {
      broken = await rollbackFails(client);
      throw translateFailure(error);
    } finally {
      client.release(broken);
    }
  }

  /** Nothing was sent yet, so a second try is always safe. */
  async #connect(): Promise<Client> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      return await this.#pool.connect();
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

class ClientQueries implements Queries {
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

async function runOn<Row>(
  client: Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { name, text } = statement;
  const result = await client.query({ name, text, values: [...values] });
  return result.rows as Row[];
}

/** One round trip opens the transaction and says whose rows it may see. */
function beginAs(scope: string): string {
  if (!/^(\*|org_[0-9a-z]{26})$/.test(scope)) throw new TypeError("not an organization id");
  return `begin; select set_config('app.org_id', '${scope}', true)`;
}

async function rollbackFails(client: Client): Promise<boolean> {
  try {
    await client.query({ text: "rollback" });
    return false;
  } catch {
    // The connection is gone, and with it the transaction: the caller drops the client.
    return true;
  }
}
