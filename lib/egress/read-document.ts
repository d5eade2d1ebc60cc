import type { IncomingHttpHeaders } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import { failureReason, type SendFailure } from "./failure-reason.ts";
import type { Egress, Target, TargetRefusal } from "./resolve-target.ts";
import { tlsOptions } from "./tls-options.ts";

interface DocumentLimits {
  timeoutMs: number;
  maxBytes: number;
}

export type ReadDocument =
  | { kind: "read"; status: number; headers: IncomingHttpHeaders; body: Buffer }
  | { kind: "too_large" }
  | { kind: "failed"; reason: SendFailure | TargetRefusal };

/**
 * Fetches a small public document with GET: only from a checked address, without following
 * redirects.
 */
export async function readDocument(
  egress: Egress,
  href: string,
  limits: DocumentLimits,
): Promise<ReadDocument> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const resolved = await egress.resolveTarget(href, signal);
  if (!resolved.ok) return { kind: "failed", reason: resolved.reason };
  return get(resolved.target, signal, limits.maxBytes);
}

function get(target: Target, signal: AbortSignal, maxBytes: number): Promise<ReadDocument> {
  const { pathname, search, host } = new URL(target.href);
  const agent = new Agent({ keepAlive: false });
  const { promise, resolve } = Promise.withResolvers<ReadDocument>();
  const failBy = (error: unknown): void =>
    resolve({ kind: "failed", reason: signal.aborted ? "timeout" : failureReason(error) });
  const request = httpsRequest({
    ...tlsOptions(target, target.addresses[0]),
    agent,
    path: pathname + search,
    headers: { host, accept: "application/json", "user-agent": "Connect" },
    signal,
  });
  request.once("response", (response) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    response.on("data", (part: Buffer) => {
      bytes += part.length;
      parts.push(part);
      if (bytes <= maxBytes) return;
      resolve({ kind: "too_large" });
      response.destroy();
    });
    response.once("end", () => {
      const { statusCode: status = 0, headers } = response;
      resolve({ kind: "read", status, headers, body: Buffer.concat(parts) });
    });
    response.on("error", failBy);
  });
  request.once("upgrade", (_response, socket) => {
    socket.destroy();
    resolve({ kind: "failed", reason: "answer not valid http" });
  });
  request.on("error", failBy);
  request.end();
  return promise.finally(() => agent.destroy());
}
