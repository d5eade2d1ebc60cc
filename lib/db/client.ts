import type { Log } from "#lib/kernel/log.ts";
import { queryWith, ClientQueries, runOn } from "./client-queries.ts";
import { beginAs } from "./begin-as.ts";
import { builderPool } from "./builder-pool.ts";
import type { Database, Orm, Planner, Queries, Statement } from "./database.ts";
import type { QueryAnswer, Client, Driver, Pool, Query } from "./driver.ts";
import { isDatabaseUnreachable, readOnly, sqlState, translateFailure } from "./failures.ts";
import { traceDatabase } from "./trace-database.ts";

interface DatabaseOptions {
  url: string;
  max: number;
  log: Log;
  driver?: DriverName;
}

type DriverName = "pg" | "neon";

/** The network may drop an idle connection silently, and then nothing sent on it is answered. */
const idleLimitMs = 10_000;

/** Checks a connection before it gets a statement that must not be sent twice. */
const hello = "select 1";

/** A process has one database, and only loads its driver. */
const drivers: Record<DriverName, () => Promise<Driver>> = {
  pg: async () => (await import("./pg-driver.ts")).pgDriver,
  neon: async () => (await import("./neon-driver.ts")).neonDriver,
};

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const driver = await drivers[options.driver ?? driverOf(options.url)]();
  const pool = driver.openPool({
    connectionString: options.url,
    max: options.max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleLimitMs,
    keepAlive: true,
  });
  return traceDatabase(new PooledDatabase(pool, driver.bind, options.log));
}

export function driverOf(url: string): DriverName {
  return new URL(url).hostname.endsWith(".neon.tech") ? "neon" : "pg";
}

class PooledDatabase implements Database {
  readonly orm: Orm;
  readonly #pool: Pool;
  readonly #bind: (client: unknown) => Orm;
  readonly #bornIn = new WeakMap<Client, number>();
  readonly #idleSince = new WeakMap<Client, number>();
  #generation = 0;
  #isClosing = false;

  constructor(pool: Pool, bind: (client: unknown) => Orm, log: Log) {
    this.#pool = pool;
    this.#bind = bind;
    this.orm = bind(
      builderPool(pool, {
        connect: () => this.#begin(hello, true),
        keep: (client) => this.#keep(client),
        query: (config) => this.#query(config, /^\s*select\b/i.test(config.text)),
      }),
    );
    // Without a listener, a broken idle connection would end the process.
    pool.on("error", (error) => {
      this.#generation += 1;
      // The server may end before it has read our goodbye: nothing is lost then.
      if (!this.#isClosing) log.warn("database.idle_connection_lost", { error });
    });
    pool.on("connect", (client) => {
      this.#bornIn.set(client, this.#generation);
      // So would one that breaks between two statements of a transaction: the next statement
      // reports it.
      client.on("error", () => undefined);
    });
  }

  async run<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.#run<Row>(statement, values, statement.repeatable);
    } catch (error) {
      throw translateFailure(error);
    }
  }

  async #run<Row>(
    statement: Statement,
    values: readonly unknown[],
    again: boolean,
  ): Promise<Row[]> {
    const client = await this.#connect();
    try {
      const rows = await runOn<Row>(client, statement, values);
      this.#keep(client);
      return rows;
    } catch (error) {
      this.#giveBack(client, error);
      if (!again || !isDatabaseUnreachable(error)) throw error;
    }
    return this.#run<Row>(statement, values, false);
  }

  /**
   * For the query builder: reads may be sent twice, and for anything else the connection must
   * answer first.
   */
  async #query(query: Query, again: boolean): Promise<QueryAnswer> {
    const client = again ? await this.#connect() : await this.#begin(hello, true);
    try {
      const answer = await queryWith(client, query);
      this.#keep(client);
      return answer;
    } catch (error) {
      this.#giveBack(client, error);
      if (!again || !isDatabaseUnreachable(error)) throw error;
    }
    return this.#query(query, false);
  }

  async transaction<T>(
    scope: string,
    work: (queries: Queries) => Promise<T>,
    planner: Planner = "as_it_thinks",
  ): Promise<T> {
    const client = await this.#begin(beginAs(scope, planner), true).catch((error: unknown) => {
      throw translateFailure(error);
    });
    try {
      const result = await work(new ClientQueries(client, this.#bind(client)));
      await queryWith(client, { text: "commit" });
      this.#keep(client);
      return result;
    } catch (error) {
      // One that has stayed with a copy would go on refusing every write.
      const isStranded = sqlState(error) === readOnly;
      if ((await rollbackFails(client)) || isStranded) this.#drop(client);
      else this.#keep(client);
      throw translateFailure(error);
    }
  }

  /** Nothing was done yet, so a begin on a dead connection is repeated once. */
  async #begin(text: string, again: boolean): Promise<Client> {
    const client = await this.#connect();
    try {
      await queryWith(client, { text });
      return client;
    } catch (error) {
      this.#giveBack(client, error);
      if (!again || !isDatabaseUnreachable(error)) throw error;
    }
    return this.#begin(text, false);
  }

  async #connect(): Promise<Client> {
    let client = await this.#fromPool();
    while (this.#mayBeDead(client)) {
      client.release(true);
      client = await this.#fromPool();
    }
    return client;
  }

  /**
   * Older than the last one lost, or idle so long that the pool's timer is late: the process was
   * frozen.
   */
  #mayBeDead(client: Client): boolean {
    if ((this.#bornIn.get(client) ?? 0) < this.#generation) return true;
    // The machine's own clock: timers may not advance while a function is frozen.
    return Date.now() - (this.#idleSince.get(client) ?? Date.now()) > idleLimitMs;
  }

  #keep(client: Client): void {
    this.#idleSince.set(client, Date.now());
    client.release();
  }

  /** Nothing was sent yet, so a second try is always safe. */
  async #fromPool(): Promise<Client> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error;
      return await this.#pool.connect();
    }
  }

  #giveBack(client: Client, failure: unknown): void {
    if (isDatabaseUnreachable(failure)) this.#drop(client);
    else this.#keep(client);
  }

  #drop(client: Client): void {
    this.#generation += 1;
    client.release(true);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#pool.end();
  }
}

async function rollbackFails(client: Client): Promise<boolean> {
  try {
    await queryWith(client, { text: "rollback" });
    return false;
  } catch {
    // The connection is gone, and with it the transaction: the caller drops the client.
    return true;
  }
}
