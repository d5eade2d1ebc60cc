import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { signatureFault, type Signer, type WireRequest } from "./signature.ts";

export interface WireAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** What happens to the next request instead of a normal answer. */
export type Mishap =
  | { kind: "answer"; answer: WireAnswer }
  /** Carried out, but its answer never arrives. */
  | { kind: "lost" }
  /** Accepted, and never answered. */
  | { kind: "silent" }
  /** Its answer begins, and never ends. */
  | { kind: "stalled" };

export interface ProtocolServer {
  endpoint: string;
  /** Every request, including those that met a mishap. */
  requests: WireRequest[];
  /** Requests whose signature was not the caller's. */
  unsigned: string[];
  mishaps: Mishap[];
  close(): Promise<void>;
}

/** The keys that our clients use with a custom endpoint. */
export const localSigner = { accessKeyId: "local", secretAccessKey: "local", region: "us-east-1" };

/** A server that checks each request's signature, records it, and lets `behave` answer. */
export async function startProtocolServer(
  signer: Signer,
  behave: (request: WireRequest) => WireAnswer | Promise<WireAnswer>,
): Promise<ProtocolServer> {
  const requests: WireRequest[] = [];
  const unsigned: string[] = [];
  const mishaps: Mishap[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = await wireRequest(incoming);
    const fault = signatureFault(request, signer);
    if (fault !== null) {
      unsigned.push(fault);
      return send(outgoing, refusal(403, "InvalidSignatureException", fault));
    }
    requests.push(request);
    const mishap = mishaps.shift();
    if (mishap?.kind === "answer") return send(outgoing, mishap.answer);
    if (mishap?.kind === "silent") return;
    if (mishap?.kind === "stalled") return void outgoing.writeHead(200).write("{");
    const ordinary = await behave(request);
    if (mishap?.kind === "lost") return void incoming.socket.destroy();
    send(outgoing, ordinary);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      // An error of this server: the client sees it, and so does the test that counts its answers.
      send(outgoing, refusal(500, "InternalServerException", String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    unsigned,
    mishaps,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A failure in the form that both JSON protocols parse. */
export function refusal(status: number, type: string, message: string): WireAnswer {
  return {
    status,
    headers: { "x-amzn-ErrorType": type },
    body: JSON.stringify({ __type: type, message, Message: message }),
  };
}

export function json(value: unknown): WireAnswer {
  return { status: 200, body: JSON.stringify(value) };
}

async function wireRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const url = new URL(incoming.url ?? "/", "http://server");
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: await text(incoming),
  };
}

function send(outgoing: ServerResponse, { status, headers, body }: WireAnswer): void {
  outgoing.writeHead(status, { "content-type": "application/json", ...headers });
  outgoing.end(body);
}
