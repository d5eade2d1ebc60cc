import type { IncomingMessage, RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import type { Target } from "../resolve-target.ts";

export interface Certificate {
  ca: string;
  key: string;
  cert: string;
}

export type Alternative = { type: 2; value: string } | { type: 7; ip: string };

export async function createCertificate(
  alternative: Alternative,
  more: { notBeforeDate?: Date; notAfterDate?: Date } = {},
): Promise<Certificate> {
  const elliptic = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;
  const authority = await generate([{ name: "commonName", value: "Test authority" }], {
    ...elliptic,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const own = await generate([{ name: "commonName", value: "receiver" }], {
    ...elliptic,
    ...more,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [alternative] },
    ],
  });
  return { ca: authority.cert, key: own.private, cert: own.cert };
}

export interface TlsServer {
  port: number;
  /** Accepted TCP connections, and the server names that TLS clients asked for. */
  connections: number;
  names: (string | undefined)[];
  requests: { url: string; headers: IncomingMessage["headers"]; body: string }[];
  open(): Promise<number>;
  closeIdle(): void;
  target(path?: string, more?: Partial<Target>): Target;
  close(): Promise<void>;
}

/** A real receiver on this machine for `hooks.example.com`, on its own port. */
export async function startTlsServer(
  certificate: Certificate,
  listener: RequestListener,
): Promise<TlsServer> {
  const { key, cert, ca } = certificate;
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      const body = Buffer.concat(chunks).toString();
      running.requests.push({ url: request.url ?? "", headers: request.headers, body });
      listener(request, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const running: TlsServer = {
    port,
    connections: 0,
    names: [],
    requests: [],
    open: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    closeIdle: () => server.closeIdleConnections(),
    target: (path = "/in", more = {}) => ({
      href: `https://hooks.example.com${path}`,
      host: "hooks.example.com",
      addresses: ["127.0.0.1"],
      port,
      ca,
      ...more,
    }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on("connection", () => (running.connections += 1));
  server.on("secureConnection", (socket) => running.names.push(socket.servername || undefined));
  server.on("tlsClientError", () => undefined);
  return running;
}
