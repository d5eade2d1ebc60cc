import type { IncomingMessage } from "node:http";
import { request as httpsRequest, type Agent } from "node:https";
import { type Socket, isIP } from "node:net";
import { startTimer } from "#lib/kernel/clock.ts";
import { failureReason, type SendFailure } from "./failure-reason.ts";
import type { Target } from "./resolve-target.ts";

export interface OutboundRequest {
  target: Target;
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
type Exchange = SendResult & { connected: boolean };

interface ExchangeOptions extends OutboundRequest {
  address: string;
  agent: Agent;
  /** Set when there is another address to try: how long this one may take to connect. */
  connectLimitMs: number | undefined;
}

const maxAnswerBytes = 1024;

/** One request to one checked address. It does no lookup, which could give another answer. */
export function exchange(options: ExchangeOptions): Promise<Exchange> {
  const { target, address, signal, body } = options;
  const { pathname, search, host } = new URL(target.href);
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  let elapsed: (() => number) | undefined;
  let connected = false;

  const fail = (reason: SendFailure): void =>
    resolve({ kind: "failed", reason, durationMs: elapsed?.() ?? null, connected });
  const failBy = (error: unknown): void => fail(signal.aborted ? "timeout" : failureReason(error));

  const request = httpsRequest({
    agent: options.agent,
    host: address,
    port: target.port,
    // An IP address is not sent as a name; the certificate is then checked against the address.
    servername: isIP(target.host) === 0 ? target.host : "",
    rejectUnauthorized: true,
    ...(target.ca !== undefined && { ca: target.ca }),
    method: options.method,
    path: pathname + search,
    headers: { ...options.headers, host, "content-length": String(Buffer.byteLength(body)) },
    signal,
  });
  request.once("socket", (socket) => {
    elapsed = startTimer();
    whenConnected(socket, options.connectLimitMs, () => (connected = true));
  });
  request.once("response", (response) => {
    readBriefly(response, failBy, () => {
      const status = response.statusCode ?? 0;
      resolve({ kind: "answered", status, durationMs: elapsed?.() ?? 0, connected: true });
    });
  });
  request.once("upgrade", (_response, socket) => {
    socket.destroy();
    fail("answer not valid http");
  });
  // Stays for errors after the answer: the promise is already resolved by then.
  request.on("error", failBy);
  request.end(body);
  return promise;
}

function whenConnected(socket: Socket, limitMs: number | undefined, done: () => void): void {
  // A socket that is not connecting was reused, or failed at once, as on a machine without that
  // network.
  if (!socket.connecting) {
    if (!socket.destroyed) done();
    return;
  }
  const late = () => socket.destroy(Object.assign(new Error(), { code: "ERR_CONNECT_LIMIT" }));
  const timer = limitMs === undefined ? undefined : setTimeout(late, limitMs);
  socket.once("connect", done);
  for (const event of ["connect", "close"]) socket.once(event, () => clearTimeout(timer));
}

/** Reads to the end so that the socket can be reused, or to the limit and then hangs up. */
function readBriefly(
  response: IncomingMessage,
  failBy: (error: unknown) => void,
  done: () => void,
): void {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxAnswerBytes) return;
    done();
    response.destroy();
  });
  response.once("end", done);
  response.on("error", failBy);
}
