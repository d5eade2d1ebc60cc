import { Connection, type Exchange, type OutboundRequest } from "./connection.ts";
import type { Target } from "./resolve-target.ts";

interface Limits {
  /** Connections at once; more requests wait. */
  most: number;
  idleMs: number;
}

/** The connections of one endpoint to one checked address. */
export class Connections {
  readonly #to: { target: Target; address: string };
  readonly #limits: Limits;
  readonly #allIdle: IdleConnections;
  readonly #idle = new Set<Connection>();
  readonly #waiting = new Set<() => void>();
  #inUse = 0;
  #isRetired = false;

  constructor(to: { target: Target; address: string }, limits: Limits, allIdle: IdleConnections) {
    this.#to = to;
    this.#limits = limits;
    this.#allIdle = allIdle;
  }

  /** Null if the deadline passes before a connection is free. */
  async send(
    request: OutboundRequest,
    connectLimitMs: number | undefined,
  ): Promise<Exchange | null> {
    while (this.#inUse >= this.#limits.most) {
      await this.#oneIsFree(request.signal);
      if (!request.signal.aborted) continue;
      // It may have been called to one that is free, which is another's turn now.
      this.#callNext();
      return null;
    }
    const connection = this.#takeIdle() ?? this.#open(connectLimitMs);
    this.#inUse += 1;
    try {
      return await connection.send(request);
    } finally {
      this.#inUse -= 1;
      this.#keep(connection);
      this.#callNext();
    }
  }

  /** Idle ones are closed, and those in use after their answer. */
  retire(): void {
    this.#isRetired = true;
    for (const connection of this.#idle) this.#drop(connection);
  }

  #open(connectLimitMs: number | undefined): Connection {
    const { idleMs } = this.#limits;
    const connection: Connection = new Connection({
      ...this.#to,
      connectLimitMs,
      idleMs,
      onLost: () => {
        if (this.#idle.has(connection)) this.#drop(connection);
      },
    });
    return connection;
  }

  #takeIdle(): Connection | undefined {
    const [connection] = this.#idle;
    if (connection !== undefined) this.#forget(connection);
    return connection;
  }

  #keep(connection: Connection): void {
    const mayStay = !this.#isRetired && !connection.isClosed && this.#allIdle.add(connection);
    if (mayStay) this.#idle.add(connection);
    else connection.close();
  }

  #drop(connection: Connection): void {
    this.#forget(connection);
    connection.close();
  }

  #forget(connection: Connection): void {
    this.#idle.delete(connection);
    this.#allIdle.delete(connection);
  }

  #callNext(): void {
    const [next] = this.#waiting;
    next?.();
  }

  async #oneIsFree(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Called once, so that two that become free at once call two.
    const go = (): void => {
      this.#waiting.delete(go);
      resolve();
    };
    this.#waiting.add(go);
    signal.addEventListener("abort", go, { once: true });
    await promise;
    signal.removeEventListener("abort", go);
  }
}

/** Bounded over all endpoints: a function has a thousand file descriptors. */
export class IdleConnections {
  readonly #most: number;
  readonly #all = new Set<Connection>();

  constructor(most: number) {
    this.#most = most;
  }

  add(connection: Connection): boolean {
    if (this.#all.size >= this.#most) return false;
    this.#all.add(connection);
    return true;
  }

  delete(connection: Connection): void {
    this.#all.delete(connection);
  }
}
