import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Invocation {
  event: unknown;
  /** By the machine's clock, in milliseconds. */
  deadline: number;
}

/** How a function said that it failed. */
export interface Failure {
  errorType: string;
  errorMessage: string;
}

export type Outcome =
  | { kind: "answered"; requestId: string; result: unknown }
  | { kind: "failed"; requestId: string; failure: Failure };

/** The platform's side of one function's process, in its own protocol. */
export interface RuntimeApi {
  address: string;
  /** The process has requested work and there is none: the moment to freeze it. */
  idle: Promise<void>;
  /** Passes the event to an idle process. */
  hand(invocation: Invocation): Promise<Outcome>;
  close(): Promise<void>;
}

const prefix = "/2018-06-01/runtime/";
const arn = "arn:aws:lambda:us-east-1:000000000000:function:connect";

export async function startRuntimeApi(): Promise<RuntimeApi> {
  const api = new Platform();
  const server = createServer((request, response) => {
    api.take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    get idle() {
      return api.idle;
    },
    hand: (invocation) => api.hand(invocation),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Platform {
  #idle = Promise.withResolvers<void>();
  #asking: ServerResponse | null = null;
  #waiting: { requestId: string; end: (outcome: Outcome) => void } | null = null;

  get idle(): Promise<void> {
    return this.#idle.promise;
  }

  hand({ event, deadline }: Invocation): Promise<Outcome> {
    const asking = this.#asking;
    if (asking === null) throw new Error("the process is not idle");
    this.#asking = null;
    this.#idle = Promise.withResolvers();
    const requestId = randomUUID();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#waiting = { requestId, end: resolve };
    const trace = requestId.replaceAll("-", "");
    asking.writeHead(200, {
      "content-type": "application/json",
      "lambda-runtime-aws-request-id": requestId,
      "lambda-runtime-deadline-ms": String(deadline),
      "lambda-runtime-invoked-function-arn": arn,
      "lambda-runtime-trace-id": `Root=1-${trace.slice(0, 8)}-${trace.slice(8)};Sampled=0`,
    });
    asking.end(JSON.stringify(event));
    return promise;
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").slice(prefix.length);
    if (request.method === "GET" && path === "invocation/next") {
      this.#asking = response;
      this.#idle.resolve();
      return;
    }
    const body = JSON.parse(await textOf(request)) as unknown;
    response.writeHead(202).end();
    if (path === "init/error") {
      const { errorType, errorMessage } = body as Failure;
      this.#idle.reject(new Error(`${errorType}: ${errorMessage}`));
      return;
    }
    const [, requestId, what] = path.split("/");
    const waiting = this.#waiting;
    // The answer to an event that was abandoned long ago.
    if (waiting === null || requestId !== waiting.requestId) return;
    this.#waiting = null;
    waiting.end(
      what === "response"
        ? { kind: "answered", requestId, result: body }
        : { kind: "failed", requestId, failure: body as Failure },
    );
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
