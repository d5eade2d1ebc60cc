import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeAll, expect } from "vitest";
import type { SendResult } from "../exchange.ts";
import type { Target } from "../resolve-target.ts";
import { createSender, type Sender, type SenderOptions } from "../sender.ts";
import {
  createCertificate,
  startTlsServer,
  type Certificate,
  type TlsServer,
} from "./tls-server.ts";

let certificate: Certificate;
beforeAll(async () => {
  certificate = await createCertificate({ type: 2, value: "hooks.example.com" });
});

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A receiver for the duration of one test. */
export async function receiver(listener: RequestListener, own = certificate): Promise<TlsServer> {
  const server = await startTlsServer(own, listener);
  closing.push(() => server.close());
  return server;
}

export function newSender(options: SenderOptions = {}): Sender {
  const sender = createSender(options);
  closing.push(() => sender.closeIdle());
  return sender;
}

interface PostOptions {
  sender?: Sender;
  endpointId?: string;
  timeoutMs?: number;
  body?: string;
}

export function post(target: Target, options: PostOptions = {}): Promise<SendResult> {
  const { sender = newSender(), endpointId = "whk_uno", timeoutMs = 10_000, body = "{}" } = options;
  return sender.sendOnce({
    endpointId,
    target,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": "whev_uno",
      Host: "other.example",
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
}

export const ok: RequestListener = (_request, response) => response.end();
export const failed = (reason: string) => ({
  kind: "failed",
  reason,
  durationMs: expect.any(Number),
});
export const answered = (status: number) => ({
  kind: "answered",
  status,
  durationMs: expect.any(Number),
});

/** A server that speaks neither TLS nor HTTP by itself. */
export async function rawServer(onSocket: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    sockets.push(socket.resume());
    onSocket(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

export async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
