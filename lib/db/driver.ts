import type { Orm } from "./database.ts";

export interface Query {
  name?: string;
  text: string;
  values?: unknown[];
}

export interface QueryAnswer {
  rows: unknown[];
}

/** What the code here uses of both drivers' clients. */
export interface Client {
  query(question: Query, answered: (error: Error | null, answer: QueryAnswer) => void): void;
  release(destroy?: boolean): void;
  on(event: "error", listener: () => void): unknown;
}

export interface Pool {
  connect(): Promise<Client>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connect", listener: (client: Client) => void): unknown;
  end(): Promise<void>;
}

interface PoolSettings {
  connectionString: string;
  max: number;
  connectionTimeoutMillis: number;
  idleTimeoutMillis: number;
  keepAlive: boolean;
}

export interface Driver {
  openPool(settings: PoolSettings): Pool;
  /** The query builder over a pool or one of its clients. */
  bind(client: unknown): Orm;
}
