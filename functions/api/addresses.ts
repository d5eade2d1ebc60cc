import { createHash, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import type { Context } from "hono";

/** Said by the edge alone: the secret that it knows, and who asked it. */
const edgeHeader = "x-connect-edge";
const addressHeader = "x-connect-address";

export type AddressOf = (c: Pick<Context, "req" | "env">) => string | null;

/**
 * Where a request came from. A proxy's word counts only with one of the edge's secrets (two while
 * one takes over from the other); otherwise it is the socket's address. This machine's own says
 * nothing where no secret is set: a proxy in front of the service would be everybody.
 */
export function addresses(edgeSecrets: readonly string[]): AddressOf {
  return ({ req, env }) => {
    if (isFromEdge(edgeSecrets, req.header(edgeHeader))) return req.header(addressHeader) ?? null;
    const address = socketOf(env)?.remoteAddress ?? null;
    if (address !== null && edgeSecrets.length === 0 && isLoopback(address)) return null;
    return address;
  };
}

export function isFromEdge(edgeSecrets: readonly string[], said: string | undefined): boolean {
  if (said === undefined) return false;
  const given = digestOf(said);
  return edgeSecrets.some((secret) => timingSafeEqual(digestOf(secret), given));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** A plain server hands over its connection; a function of the cloud has none. */
function socketOf(env: unknown): Socket | undefined {
  return (env as { incoming?: { socket?: Socket } } | undefined)?.incoming?.socket;
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}
