import { createNames, type Names } from "#infra/local/names.ts";
import {
  createReceivers,
  type Program,
  type Receivers,
} from "#infra/sandbox/receivers/receivers.ts";
import { createClients } from "#infra/sandbox/receivers/clients.ts";
import { startReceiverServer, type ReceiverServer } from "#infra/sandbox/receivers/server.ts";
import { withTx } from "#lib/db/context.ts";
import { createSender } from "#lib/egress/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import {
  drainDeliveries,
  drainLimits,
  emitEvent,
  type DrainLimits,
  type DrainReport,
} from "#lib/webhooks/index.ts";
import { testApi, type Answered, type TestApi, type TestApiOptions } from "./api.ts";

export const webhookScopes = ["webhooks:read", "webhooks:write"];

export interface Owner {
  id: string;
  key: string;
}

export interface MadeEndpoint {
  id: string;
  secret: string;
  url: string;
}

export interface ReceivedEvent {
  headers: Record<string, string>;
  body: string;
}

export interface WebhookScene extends TestApi {
  names: Names;
  /** The receivers' real address. */
  server: Pick<ReceiverServer, "host" | "port" | "ca">;
  owner(plan?: "free" | "pro"): Promise<Owner>;
  /** Calls the API as a client would. */
  send(method: string, path: string, key: string, body?: unknown): Promise<Answered>;
  program(name: string, answers: Program["answers"], afterwards?: Program["afterwards"]): void;
  received(name: string): ReceivedEvent[];
  /** How many requests came, without reading them. */
  countOf(names: readonly { name: string }[]): number;
  /** An endpoint at the receiver with this name. */
  endpoint(owner: Owner, name: string, more?: Record<string, unknown>): Promise<MadeEndpoint>;
  /** Records an event; returns its id. */
  emit(owner: Owner, connectionId?: string | null): Promise<string>;
  drain(limits?: Partial<DrainLimits>, remainingMs?: number): Promise<DrainReport>;
  deliveries(owner: Owner, endpointId: string): Promise<DeliveryView[]>;
  advance(ms: number): void;
}

export interface DeliveryView {
  id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempts: number;
  response_status: number | null;
  error: string | null;
  next_attempt_at: string | null;
  attempts_detail: {
    attempted_at: string | null;
    response_status: number | null;
    duration_ms: number | null;
    error: string | null;
  }[];
}

/** The service, real receivers over TLS, and drains on demand. No name is looked up in real DNS. */
export async function webhookScene(options: TestApiOptions = {}): Promise<WebhookScene> {
  const names = createNames({ resolve: async () => [] });
  const receivers: Receivers = createReceivers();
  const clients = createClients((name) => name);
  const now = () => systemClock.now();
  const server = await startReceiverServer({ receivers, clients, now });
  names.serve(server.host, { address: "127.0.0.1", port: server.port, ca: server.ca });
  const api = await testApi({ ...options, egress: names.egress });
  const { app, deps, clock } = api;

  const send: WebhookScene["send"] = async (method, path, key, body) => {
    const response = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as Answered["body"] };
  };
  const scene: WebhookScene = {
    ...api,
    names,
    server,
    send,
    owner: (plan = "pro") => api.organization({ plan, scopes: webhookScopes }),
    program: (name, answers, afterwards = 200) =>
      receivers.program(name, { answers: [...answers], afterwards }),
    received: (name) =>
      receivers.requestsOf(name).requests.map(({ headers, body }) => ({
        headers,
        body: Buffer.from(body, "base64").toString("utf8"),
      })),
    countOf: (names) => names.reduce((sum, { name }) => sum + receivers.requestsOf(name).total, 0),
    endpoint: async (owner, name, more = {}) => {
      const url = `https://${server.host}/in/${name}`;
      const answer = await send("POST", "/v1/webhooks", owner.key, { url, ...more });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.data as unknown as MadeEndpoint;
    },
    emit: (owner, connectionId = null) =>
      withTx(api.contextOf(owner.id), (tx) =>
        emitEvent(tx, {
          organizationId: owner.id,
          type: "connect_session.consumed",
          connectionId,
          data: {
            session: { id: "cs_prueba" },
            connection: { id: connectionId ?? "conn_prueba", connector: "banco_a" },
            verified: true,
            consumed_at: clock.now().toISOString(),
          },
        }),
      ),
    drain: (limits = {}, remainingMs = 60_000) => {
      const until = performance.now() + remainingMs;
      const merged = { ...drainLimits, ...limits };
      const sender = createSender({ maxSocketsPerEndpoint: merged.perEndpoint });
      return drainDeliveries({ ...deps, sender }, () => until - performance.now(), merged);
    },
    deliveries: async (owner, endpointId) => {
      const answer = await send(
        "GET",
        `/v1/webhooks/${endpointId}/deliveries?limit=100`,
        owner.key,
      );
      return answer.body.data as unknown as DeliveryView[];
    },
    advance: (ms) => clock.advance(ms),
    close: async () => {
      await api.close();
      await server.close();
    },
  };
  return scene;
}
