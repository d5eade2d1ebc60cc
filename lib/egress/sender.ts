import type { ClientRequest } from "node:http";
import { Agent, type AgentOptions } from "node:https";
import type { Duplex } from "node:stream";
import { exchange, type OutboundRequest, type SendResult } from "./exchange.ts";
import type { Target } from "./resolve-target.ts";

export interface Sender {
  /** One request: no redirect is followed, and nothing is retried once a connection was made. */
  sendOnce(request: OutboundRequest & { endpointId: string }): Promise<SendResult>;
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
  agent: Agent;
}

const maxPools = 1_000;
const maxAddressesTried = 4;

/**
 * Connections are kept for one endpoint, one url and one checked address, and never shared beyond.
 */
export function createSender(options: SenderOptions = {}): Sender {
  const { maxSocketsPerEndpoint = 4, idleMs = 3_000, connectLimitMs = 2_500 } = options;
  const pools = new Map<string, Pool>();
  const idle = new IdleSockets(options.maxIdle ?? 256);

  const agentFor = (endpointId: string, href: string, address: string): Agent => {
    const known = pools.get(endpointId);
    if (known?.href === href && known.address === address) return known.agent;
    if (known) retire(known.agent);
    const agent = new TargetAgent(idle, {
      keepAlive: true,
      maxSockets: maxSocketsPerEndpoint,
      maxFreeSockets: maxSocketsPerEndpoint,
      timeout: idleMs,
    });
    pools.delete(endpointId);
    pools.set(endpointId, { href, address, agent });
    dropOldest(pools);
    return agent;
  };

  return {
    sendOnce: async ({ endpointId, ...request }) => {
      const { target, signal } = request;
      const addresses = inOrder(target, pools.get(endpointId)?.address);
      let result: SendResult = { kind: "failed", reason: "timeout", durationMs: null };
      for (const [index, address] of addresses.entries()) {
        if (signal.aborted) break;
        const isLast = index === addresses.length - 1;
        const { connected, ...outcome } = await exchange({
          ...request,
          address,
          agent: agentFor(endpointId, target.href, address),
          connectLimitMs: isLast ? undefined : connectLimitMs,
        });
        result = withTimeBefore(outcome, result);
        if (connected) break;
      }
      return result;
    },
    closeIdle: () => {
      for (const { agent } of pools.values()) retire(agent);
      pools.clear();
    },
  };
}

/**
 * Serves one target, so the port identifies its connections; the usual name would contain the
 * authority.
 */
class TargetAgent extends Agent {
  readonly #idle: IdleSockets;

  constructor(idle: IdleSockets, options: AgentOptions) {
    super(options);
    this.#idle = idle;
  }

  /** The agent closes a socket that is not kept. */
  override keepSocketAlive(socket: Duplex): boolean {
    // False if the server wants it closed; the types do not say so.
    const mayKeep: unknown = super.keepSocketAlive(socket);
    return mayKeep !== false && this.#idle.add(socket);
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    this.#idle.delete(socket);
    super.reuseSocket(socket, request);
  }

  override getName(options?: { port?: number | string | null | undefined }): string {
    return String(options?.port);
  }
}

/** Bounded over all endpoints: a function has a thousand file descriptors. */
class IdleSockets {
  readonly #most: number;
  readonly #all = new Set<Duplex>();
  readonly #watched = new WeakSet<Duplex>();

  constructor(most: number) {
    this.#most = most;
  }

  add(socket: Duplex): boolean {
    if (this.#all.size >= this.#most) return false;
    this.#all.add(socket);
    if (!this.#watched.has(socket)) socket.once("close", () => this.delete(socket));
    this.#watched.add(socket);
    return true;
  }

  delete(socket: Duplex): void {
    this.#all.delete(socket);
  }
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

/** Running requests finish normally; their sockets are closed then. */
function retire(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy();
  }
}

function dropOldest(pools: Map<string, Pool>): void {
  if (pools.size <= maxPools) return;
  const [oldest] = pools;
  if (oldest === undefined) return;
  retire(oldest[1].agent);
  pools.delete(oldest[0]);
}
