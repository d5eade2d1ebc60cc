import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { createCertificate } from "./certificate.ts";
import type { Clients } from "./clients.ts";
import type { ReceiverAnswer, Receivers } from "./receivers.ts";

const receiverHost = "hooks.sandbox.test";

export const clientUrl = (name: string): string =>
  `https://${receiverHost}/clients/${encodeURIComponent(name)}`;

const keptBodyBytes = 1024 * 1024;
const dripEveryMs = 100;

export interface ReceiverServer {
  host: string;
  port: number;
  ca: string;
  close(): Promise<void>;
}

interface Answering {
  receivers: Receivers;
  clients: Clients;
  /** The clock that the control plane moves. */
  now(): Date;
}

/** Answers `POST https://hooks.sandbox.test/in/{name}` and `GET …/clients/{name}`; callers must trust `ca`. */
export async function startReceiverServer(answering: Answering): Promise<ReceiverServer> {
  const { ca, key, cert } = await createCertificate(receiverHost);
  const server = createServer({ key, cert }, (request, response) => {
    answerTo(answering, request, response).catch(() => request.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { host: receiverHost, port, ca, close: () => closeServer(server) };
}

async function answerTo(
  { receivers, clients, now }: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  if (host !== receiverHost) return end(response, 421);
  const client = /^\/clients\/([^/?]+)$/.exec(request.url ?? "")?.[1];
  if (client !== undefined && request.method === "GET") {
    return show(clients.fetch(decodeURIComponent(client)), request, response);
  }
  const name = /^\/in\/([^/?]+)$/.exec(request.url ?? "")?.[1];
  if (!name) return end(response, 404);
  if (request.method !== "POST") return end(response, 405);
  const body = await bodyOf(request);
  const answer = receivers.receive(decodeURIComponent(name), {
    at: now().toISOString(),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([header, value]) => [header, String(value)]),
    ),
    body: body.toString("base64"),
  });
  give(answer, request, response);
}

function show(
  answer: ReturnType<Clients["fetch"]>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (answer === null) return end(response, 404);
  const { document, ...rest } = answer;
  const body = typeof document === "string" ? document : JSON.stringify(document);
  give({ ...rest, body }, request, response);
}

function give(answer: ReceiverAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (typeof answer === "number") return end(response, answer);
  if (typeof answer === "object") {
    const { status, delayMs = 0, headers = {}, body = "" } = answer;
    const timer = setTimeout(() => response.writeHead(status, headers).end(body), delayMs);
    response.once("close", () => clearTimeout(timer));
    return;
  }
  switch (answer) {
    case "timeout":
      return;
    case "reset":
      request.socket.destroy();
      return;
    case "drip":
      return drip(response);
    case "endless":
      return flood(response);
  }
}

/** A byte now and then, for ever: no gap is long enough for an idle time-out. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/plain" });
  const timer = setInterval(() => response.write("."), dripEveryMs);
  response.once("close", () => clearInterval(timer));
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/plain" });
  const piece = Buffer.alloc(64 * 1024, ".");
  const pour = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on("drain", pour);
  pour();
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= keptBodyBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
