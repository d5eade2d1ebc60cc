import { createHash, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import type { Context } from "hono";

/** Only the edge can send these: its secret, and the address that called it. */
const edgeHeader = "x-connect-edge";
const addressHeader = "x-connect-address";

export type AddressOf = (c: Pick<Context, "req" | "env">) => string | null;

/**
 * Where a request came from. A proxy is believed only if it sends one of the edge's secrets (two during a rotation);
 * otherwise this is the socket's address. A loopback address tells nothing without a secret, because every caller
 * behind a local proxy would have it.
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

/** A plain server passes its connection on; a cloud function has none. */
function socketOf(env: unknown): Socket | undefined {
  return (env as { incoming?: { socket?: Socket } } | undefined)?.incoming?.socket;
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}
