import { connect as tlsConnect, type TLSSocket } from "node:tls";
import { Client, type buildConnector, type Dispatcher } from "undici";
import type { Exchange } from "./exchange.ts";
import type { Target } from "./resolve-target.ts";
import { tlsOptions } from "./tls-options.ts";

interface Place {
  target: Target;
  /** One of the target's: there is no lookup, which could give another answer. */
  address: string;
  /** Those of all endpoints that may wait for another request. */
  idle: IdleConnections;
}

/** A request that a pool hands on to the first connection that is free. */
interface Dispatched extends Dispatcher.DispatchOptions {
  exchange: Exchange;
}

const endOfHead = "\r\n\r\n";

/**
 * A connection to one checked address, for one request at a time. The first request opens it, and
 * after a loss the next one.
 */
export class Connection extends Client {
  readonly #place: Place;
  #socket: TLSSocket | undefined;
  #connected = false;
  #exchange: Exchange | undefined;
  #onFree: (() => void) | undefined;

  constructor(url: string | URL, options: Client.Options, place: Place) {
    super(url, { ...options, connect: (_options, done) => this.#connect(done) });
    this.#place = place;
    this.on("drain", () => this.#isFree());
    this.on("disconnect", () => {
      place.idle.delete(this);
      this.#isFree();
    });
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** False if it cannot take another one at once. */
  override dispatch(dispatched: Dispatched, handler: Dispatcher.DispatchHandler): boolean {
    const { exchange } = dispatched;
    // Its deadline has passed while it waited.
    if (exchange.isOver) return true;
    this.#place.idle.delete(this);
    this.#exchange = exchange;
    exchange.startOn(this);
    const takesMore = super.dispatch(dispatched, handler);
    // Nothing of one that cannot be written is under way.
    return exchange.isOver || takesMore;
  }

  whenFree(callback: () => void): void {
    if (this.#socket?.destroyed !== false) {
      callback();
      return;
    }
    this.#onFree = callback;
    if (!this.#place.idle.add(this)) this.cut();
  }

  cut(): void {
    this.#socket?.destroy(new Error("cut"));
  }

  #isFree(): void {
    const onFree = this.#onFree;
    this.#onFree = undefined;
    onFree?.();
  }

  #connect(done: buildConnector.Callback): void {
    // It is called again for a request that waits when the connection is lost: nothing was sent.
    this.#connected = false;
    const { target, address } = this.#place;
    const socket = tlsConnect({
      ...tlsOptions(target, address),
      ALPNProtocols: ["http/1.1"],
    });
    this.#socket = socket.setNoDelay(true);
    const connectLimitMs = this.#exchange?.connectLimitMs;
    const late = () => socket.destroy(Object.assign(new Error(), { code: "ERR_CONNECT_LIMIT" }));
    const timer = connectLimitMs === undefined ? undefined : setTimeout(late, connectLimitMs);
    socket.once("connect", () => (this.#connected = true));
    for (const event of ["connect", "close"]) socket.once(event, () => clearTimeout(timer));
    const failed = (error: Error): void => done(error, null);
    socket.once("error", failed);
    socket.once("secureConnect", () => {
      socket.off("error", failed);
      skipContinue(socket, () => this.#exchange?.isAwaited === true);
      done(null, socket);
    });
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

/**
 * Any server may first say "100 Continue", which the client takes for the end of the connection: the
 * delivery would be sent again and again.
 */
function skipContinue(socket: TLSSocket, isAwaited: () => boolean): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): Buffer | null => {
    let chunk = read(size) as Buffer | null;
    while (chunk !== null && isAwaited() && isContinue(chunk))
      chunk = chunk.subarray(chunk.indexOf(endOfHead) + endOfHead.length);
    return chunk;
  };
}

function isContinue(chunk: Buffer): boolean {
  return /^HTTP\/1\.\d 100[ \r]/.test(chunk.toString("latin1", 0, 14)) && chunk.includes(endOfHead);
}
