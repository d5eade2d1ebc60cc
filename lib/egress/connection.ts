import { isIP } from "node:net";
import { connect as tlsConnect, type TLSSocket } from "node:tls";
import { Client, errors, type buildConnector } from "undici";
import { startTimer } from "#lib/kernel/clock.ts";
import { failureReason, type SendFailure } from "./failure-reason.ts";
import type { Target } from "./resolve-target.ts";
import { tlsOptions } from "./tls-options.ts";

export interface OutboundRequest {
  method: "POST" | "GET" | "PUT";
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The one deadline for lookup, connection, TLS, headers and body. */
  signal: AbortSignal;
}

export type SendResult =
  | { kind: "answered"; status: number; durationMs: number }
  /** `durationMs` is null when no connection was even started. */
  | { kind: "failed"; reason: SendFailure; durationMs: number | null };

/** `connected` false: nothing was sent, so another address may be tried. */
export type Exchange = SendResult & { connected: boolean };

interface ConnectionOptions {
  target: Target;
  /** One of the target's: there is no lookup, which could give another answer. */
  address: string;
  /** Set when there is another address to try: how long this one may take to connect. */
  connectLimitMs: number | undefined;
  idleMs: number;
  /** It was closed while idle. */
  onLost: () => void;
}

const maxAnswerBytes = 1024;
const endOfHead = "\r\n\r\n";

/** A connection to one checked address, for one request at a time. The first request opens it. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #host: string;
  readonly #path: string;
  readonly #client: Client;
  #socket: TLSSocket | undefined;
  #connected = false;
  /** The answer's, as soon as its headers are here. */
  #status = 0;

  constructor(options: ConnectionOptions) {
    const { address, target, idleMs, onLost } = options;
    const { host, pathname, search } = new URL(target.href);
    this.#options = options;
    this.#host = host;
    this.#path = pathname + search;
    const authority = isIP(address) === 6 ? `[${address}]` : address;
    this.#client = new Client(`https://${authority}:${target.port}`, {
      connect: (_options, done) => this.#connect(done),
      keepAliveTimeout: idleMs,
      // Whatever the receiver says about it.
      keepAliveMaxTimeout: idleMs,
      // Each request has its own deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#client.on("disconnect", onLost);
  }

  /** Nor is it open if its first request could not be written. */
  get isClosed(): boolean {
    return this.#client.destroyed || this.#socket?.destroyed !== false;
  }

  close(): void {
    this.#socket?.destroy();
    void this.#client.destroy();
  }

  /** No redirect is followed, and nothing is sent twice. Rejects a request that cannot be written. */
  send({ method, headers, body, signal }: OutboundRequest): Promise<Exchange> {
    const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
    const elapsed = startTimer();
    let bytes = 0;
    this.#status = 0;

    const end = (result: SendResult): void => {
      signal.removeEventListener("abort", onDeadline);
      resolve({ ...result, connected: this.#connected });
    };
    const answer = (): void =>
      end({ kind: "answered", status: this.#status, durationMs: elapsed() });
    const fail = (reason: SendFailure): void =>
      end({ kind: "failed", reason, durationMs: elapsed() });
    const onDeadline = (): void => {
      fail("timeout");
      this.close();
    };

    signal.addEventListener("abort", onDeadline, { once: true });
    this.#client.dispatch(
      { method, path: this.#path, headers: withHost(this.#host, headers), body },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, code) => {
          this.#status = code;
        },
        onResponseData: (_controller, chunk) => {
          bytes += chunk.length;
          if (bytes <= maxAnswerBytes) return;
          answer();
          this.close();
        },
        onResponseEnd: answer,
        onResponseError: (_controller, error) => {
          if (error instanceof errors.InvalidArgumentError) reject(error);
          // Such an answer has ended with its headers, whatever length they give.
          if (this.#status === 204 || this.#status === 304) answer();
          fail(failureReason(error));
        },
      },
    );
    return promise;
  }

  #connect(done: buildConnector.Callback): void {
    // It is called again for a request that waits when the connection is lost: nothing was sent.
    this.#connected = false;
    const { target, address, connectLimitMs } = this.#options;
    const socket = tlsConnect({
      ...tlsOptions(target, address),
      ALPNProtocols: ["http/1.1"],
    });
    this.#socket = socket.setNoDelay(true);
    const late = () => socket.destroy(Object.assign(new Error(), { code: "ERR_CONNECT_LIMIT" }));
    const timer = connectLimitMs === undefined ? undefined : setTimeout(late, connectLimitMs);
    socket.once("connect", () => (this.#connected = true));
    for (const event of ["connect", "close"]) socket.once(event, () => clearTimeout(timer));
    const failed = (error: Error): void => done(error, null);
    socket.once("error", failed);
    socket.once("secureConnect", () => {
      socket.off("error", failed);
      skipContinue(socket, () => this.#status < 200);
      done(null, socket);
    });
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

/** Names and values in turn. The host is the target's, whatever is given. */
function withHost(host: string, given: Readonly<Record<string, string>>): string[] {
  const headers = ["host", host];
  for (const [name, value] of Object.entries(given))
    if (name.toLowerCase() !== "host") headers.push(name, value);
  return headers;
}
