import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
  failed: boolean;
}

export interface OtlpReceiver {
  endpoint: string;
  spans: ReceivedSpan[];
  /** The raw bodies, to look for what must not be in them. */
  bodies: string[];
  close(): Promise<void>;
}

interface WireSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

interface WireTraces {
  resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[];
}

/** Accepts traces like a collector, over HTTP in JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const known = request.method === "POST" && request.url === "/v1/traces";
      if (known) {
        bodies.push(body);
        spans.push(...spansOf(JSON.parse(body) as WireTraces));
      }
      response.writeHead(known ? 200 : 404, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansOf({ resourceSpans }: WireTraces): ReceivedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, status, ...span }) => ({
      ...span,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
      ),
      failed: status.code === 2,
    }));
}
