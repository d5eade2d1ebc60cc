import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCertificate } from "#infra/sandbox/receivers/certificate.ts";
import { startDnsServer } from "#lib/egress/testing/dns-server.ts";

export interface Delivered {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A server on what functions see as the public internet: a name, an address, a certificate. */
export interface PublicReceiver {
  url: string;
  delivered: Delivered[];
  /** How long it takes to answer; 0 at first. */
  answersAfterMs: number;
  /** The environment that puts a function on this internet. */
  env: Record<string, string>;
  close(): Promise<void>;
}

const host = "hooks.connect-harness.cl";
const address = "200.1.116.7";

export async function publicReceiver(): Promise<PublicReceiver> {
  const { ca, key, cert } = await createCertificate(host);
  const delivered: Delivered[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    void text(request).then(async (body) => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      delivered.push({ path: request.url ?? "", headers: Object.fromEntries(headers), body });
      if (receiver.answersAfterMs > 0) await pause(receiver.answersAfterMs);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const dns = await startDnsServer({
    [host]: { a: [Buffer.from(address.split(".").map(Number))] },
  });
  const folder = await mkdtemp(path.join(tmpdir(), "connect-lambda-ca-"));
  const authority = path.join(folder, "ca.pem");
  await writeFile(authority, ca);
  const network = { nameServer: dns.server, routes: { [`${address}:443`]: port } };
  const receiver: PublicReceiver = {
    url: `https://${host}`,
    delivered,
    answersAfterMs: 0,
    env: { MACHINE_NETWORK: JSON.stringify(network), NODE_EXTRA_CA_CERTS: authority },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await dns.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return receiver;
}
