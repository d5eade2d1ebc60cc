import type { OutboundRequest, SendResult } from "./connection.ts";
import { Connections, IdleConnections } from "./connections.ts";
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

interface Pool {
  href: string;
  address: string;
  connections: Connections;
}

const maxPools = 1_000;
const maxAddressesTried = 4;

/**
 * Connections are kept for one endpoint, one url and one checked address, and never shared beyond.
 */
export function createSender(options: SenderOptions = {}): Sender {
  const { maxSocketsPerEndpoint: most = 4, idleMs = 3_000, connectLimitMs = 2_500 } = options;
  const pools = new Map<string, Pool>();
  const allIdle = new IdleConnections(options.maxIdle ?? 256);

  const connectionsOf = (endpointId: string, target: Target, address: string): Connections => {
    const { href } = target;
    const known = pools.get(endpointId);
    if (known?.href === href && known.address === address) return known.connections;
    known?.connections.retire();
    const connections = new Connections({ target, address }, { most, idleMs }, allIdle);
    pools.delete(endpointId);
    pools.set(endpointId, { href, address, connections });
    dropOldest(pools);
    return connections;
  };

  return {
    sendOnce: async ({ endpointId, target, ...request }) => {
      const addresses = inOrder(target, pools.get(endpointId)?.address);
      let result: SendResult = { kind: "failed", reason: "timeout", durationMs: null };
      for (const [index, address] of addresses.entries()) {
        if (request.signal.aborted) break;
        const isLast = index === addresses.length - 1;
        const exchange = await connectionsOf(endpointId, target, address).send(
          request,
          isLast ? undefined : connectLimitMs,
        );
        if (exchange === null) break;
        const { connected, ...outcome } = exchange;
        result = withTimeBefore(outcome, result);
        if (connected) break;
      }
      return result;
    },
    closeIdle: () => {
      for (const { connections } of pools.values()) connections.retire();
      pools.clear();
    },
  };
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

function dropOldest(pools: Map<string, Pool>): void {
  if (pools.size <= maxPools) return;
  const [oldest] = pools;
  if (oldest === undefined) return;
  oldest[1].connections.retire();
  pools.delete(oldest[0]);
}
