import { connect, type Socket } from "node:net";

export interface Load {
  port: number;
  connections: number;
  /** Complete requests, sent by whichever connection is free. */
  requests: readonly Buffer[];
  /** When to stop: after that long, or after that many. */
  until: { ms: number } | { requests: number };
}

export interface LoadResult {
  requestsPerSecond: number;
  latenciesMs: number[];
}

/** The bytes of one call, made once so that sending it costs the client nothing. */
export function requestBytes(path: string, headers: Record<string, string>, body: string): Buffer {
  const lines = Object.entries({
    host: "127.0.0.1",
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/** Keep-alive connections with one request each at a time. Any answer but 200 throws. */
export async function load(options: Load): Promise<LoadResult> {
  const { port, connections, requests, until } = options;
  const latenciesMs: number[] = [];
  const clients = await Promise.all(Array.from({ length: connections }, () => openClient(port)));
  const startedAt = performance.now();
  let sent = 0;
  const goesOn = (): boolean =>
    "ms" in until ? performance.now() - startedAt < until.ms : sent < until.requests;
  const run = async (client: Client): Promise<void> => {
    while (goesOn()) {
      const request = requests[sent % requests.length];
      if (request === undefined) throw new RangeError("no requests to send");
      sent += 1;
      const sentAt = performance.now();
      await client.send(request);
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(clients.map(run));
  } finally {
    for (const client of clients) client.close();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { requestsPerSecond: latenciesMs.length / seconds, latenciesMs };
}

/** One call's parsed answer, to compare two servers. */
export async function ask(port: number, request: Buffer): Promise<unknown> {
  const client = await openClient(port);
  try {
    return JSON.parse((await client.send(request)).toString("utf8")) as unknown;
  } finally {
    client.close();
  }
}

interface Client {
  /** Answers the body. */
  send(request: Buffer): Promise<Buffer>;
  close(): void;
}

function openClient(port: number): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () =>
      resolve(clientOver(socket)),
    );
    socket.once("error", reject);
  });
}

function clientOver(socket: Socket): Client {
  let answer = new Answer();
  let pending: PromiseWithResolvers<Buffer> | null = null;
  const fail = (error: Error): void => pending?.reject(error);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed the connection")));
  socket.on("data", (chunk) => {
    try {
      const body = answer.take(chunk);
      if (body === null) return;
      answer = new Answer();
      pending?.resolve(body);
    } catch (error) {
      fail(error as Error);
    }
  });
  return {
    send: (request) => {
      pending = Promise.withResolvers<Buffer>();
      socket.write(request);
      return pending.promise;
    },
    close: () => socket.destroy(),
  };
}

/** An answer while it arrives. It must announce its length, as both servers' answers do. */
class Answer {
  readonly #chunks: Buffer[] = [];
  #received = 0;
  #bodyStart = -1;
  #end = -1;

  /** The body, once it is complete. */
  take(chunk: Buffer): Buffer | null {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#end < 0) this.#readHead();
    if (this.#end < 0 || this.#received < this.#end) return null;
    return Buffer.concat(this.#chunks).subarray(this.#bodyStart, this.#end);
  }

  #readHead(): void {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const headEnd = bytes?.indexOf("\r\n\r\n") ?? -1;
    if (bytes === undefined || headEnd < 0) return;
    const head = bytes.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (!head.startsWith("HTTP/1.1 200 ") || length === undefined) {
      throw new Error(`not the answer of a working server:\n${bytes.toString("utf8")}`);
    }
    this.#bodyStart = headEnd + 4;
    this.#end = this.#bodyStart + Number(length);
  }
}
