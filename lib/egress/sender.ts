import { isIP } from "node:net";
import { Pool } from "undici";
import { Connection, IdleConnections } from "./connection.ts";
import { Exchange, type Exchanged, type OutboundRequest, type SendResult } from "./exchange.ts";
import type { Target } from "./resolve-target.ts";

export interface Sender {
  /** One request: no redirect is followed, and nothing is retried once a connection was made. */
  sendOnce(request: OutboundRequest & { endpointId: string; target: Target }): Promise<SendResult>;
  /** Closes idle connections. A frozen function must not wake up with stale sockets. */
  closeIdle(): void;
}

export interface SenderOptions {
  /** More concurrent requests than this queue up, within their own deadlines. */
  maxSocketsPerEndpoint?: number;
  idleMs?: number;
  /** How many connections may wait for another request, of all endpoints together. */
  maxIdle?: number;
  connectLimitMs?: number;
}

interface EndpointPool {
  href: string;
  address: string;
  pool: Pool;
}

const maxPools = 1_000;
const maxAddressesTried = 4;

/**
 * Connections are kept for one endpoint, one url and one checked address, and never shared beyond.
 */
export function createSender(options: SenderOptions = {}): Sender {
  const { maxSocketsPerEndpoint: most = 4, idleMs = 3_000, connectLimitMs = 2_500 } = options;
  const pools = new Map<string, EndpointPool>();
  const idle = new IdleConnections(options.maxIdle ?? 256);

  const poolOf = (endpointId: string, target: Target, address: string): Pool => {
    const { href } = target;
    const known = pools.get(endpointId);
    if (known?.href === href && known.address === address) return known.pool;
    retire(known);
    const authority = isIP(address) === 6 ? `[${address}]` : address;
    const pool = new Pool(`https://${authority}:${target.port}`, {
      connections: most,
      keepAliveTimeout: idleMs,
      // Whatever the receiver says about it.
      keepAliveMaxTimeout: idleMs,
      // Each request has its own deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
      factory: (url, given) => new Connection(url, given, { target, address, idle }),
    });
    // One that could not be made keeps its place: the pool would forget it, and make too many.
    pool.removeAllListeners("connectionError");
    pools.delete(endpointId);
    pools.set(endpointId, { href, address, pool });
    dropOldest(pools);
    return pool;
  };

  return {
    sendOnce: async ({ endpointId, target, ...request }) => {
      const addresses = inOrder(target, pools.get(endpointId)?.address);
      let result: SendResult = { kind: "failed", reason: "timeout", durationMs: null };
      for (const [index, address] of addresses.entries()) {
        if (request.signal.aborted) break;
        const isLast = index === addresses.length - 1;
        const limitMs = isLast ? undefined : connectLimitMs;
        const outcome = await send(poolOf(endpointId, target, address), target, request, limitMs);
        if (outcome === null) break;
        const { connected, ...sent } = outcome;
        result = withTimeBefore(sent, result);
        if (connected) break;
      }
      return result;
    },
    closeIdle: () => {
      for (const pool of pools.values()) retire(pool);
      pools.clear();
    },
  };
}

function send(
  pool: Pool,
  target: Target,
  { method, headers, body, signal }: OutboundRequest,
  connectLimitMs: number | undefined,
): Promise<Exchanged | null> {
  const { host, pathname, search } = new URL(target.href);
  const exchange = new Exchange(signal, connectLimitMs);
  const path = pathname + search;
  const dispatched = { method, path, headers: withHost(host, headers), body, exchange };
  pool.dispatch(dispatched, exchange);
  return exchange.outcome;
}

/** Idle connections are closed, and those in use after their answer. */
function retire(known: EndpointPool | undefined): void {
  void known?.pool.close();
}

/** An address that is already connected goes first, as long as the name still has it. */
function inOrder(target: Target, connected: string | undefined): string[] {
  const first = target.addresses.filter((address) => address === connected);
  const others = target.addresses.filter((address) => address !== connected);
  return [...first, ...others].slice(0, maxAddressesTried);
}

function withTimeBefore(result: SendResult, earlier: SendResult): SendResult {
  if (earlier.durationMs === null) return result;
  if (result.kind === "failed") {
    return { ...result, durationMs: earlier.durationMs + (result.durationMs ?? 0) };
  }
  return { ...result, durationMs: earlier.durationMs + result.durationMs };
}

function dropOldest(pools: Map<string, EndpointPool>): void {
  if (pools.size <= maxPools) return;
  const [oldest] = pools;
  if (oldest === undefined) return;
  retire(oldest[1]);
  pools.delete(oldest[0]);
}

/** Names and values in turn. The host is the target's, whatever is given. */
function withHost(host: string, given: Readonly<Record<string, string>>): string[] {
  const headers = ["host", host];
  for (const [name, value] of Object.entries(given))
    if (name.toLowerCase() !== "host") headers.push(name, value);
  return headers;
}
