import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { createApi } from "#functions/api/app.ts";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { createHousekeeping } from "#functions/workers/create-housekeeping.ts";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import { client, listedMailboxes, mailTruth } from "#infra/sandbox/testing/correo.ts";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { standaloneService } from "#infra/sandbox/standalone.ts";
import { insertConnection, loginOf, storeCredential } from "#lib/connections/index.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import { withTx } from "#lib/db/context.ts";
import type { OpenPortal } from "#lib/jobs/index.ts";
import type { OAuthClient } from "#lib/kernel/setting-types.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { rowSchedules } from "#lib/schedules/index.ts";
import { pollUntil } from "../poll-until.ts";
import { callTool, testApi, type Answered, type TestApi, type TestApiOptions } from "./api.ts";

export const companyRut = "76555835-2";

export interface MailCaller {
  key: string;
  connection: string;
  idempotencyKey?: string;
}

interface DeliveredMail {
  id: string;
  para: string[];
  asunto: string;
  cuerpo: string;
  operacion: string | null;
}

export interface MailScene extends TestApi {
  app: Hono;
  sandbox: TestSandbox;
  /** The service's client at the provider, for a test to change. */
  clients: Record<string, OAuthClient>;
  /** An organization with a key, and a connection to the first mailbox that leads there. */
  mailbox(leadsTo?: string): Promise<MailCaller & { id: string; account: string }>;
  call(tool: string, input: unknown, caller: MailCaller): Promise<Answered>;
  fault(kind: string, more?: { times?: number; delayMs?: number }): Promise<void>;
  log(): Promise<Record<string, number>>;
  /** Mails that left, as the provider counts them. */
  delivered(): Promise<DeliveredMail[]>;
  advance(seconds: number): void;
  /** While held, no worker takes a job; `work` then takes all that wait. */
  hold(): void;
  work(): Promise<void>;
  /** The same, as soon as that many wait. */
  workAtOnce(count: number): Promise<void>;
  run(jobId: string): Promise<void>;
  housekeeping(): Promise<void>;
}

/** The service over the sandbox's mail provider: each job is done before its wake-up is sent. */
export async function mailScene(options: TestApiOptions = {}): Promise<MailScene> {
  const clients: Record<string, OAuthClient> = {};
  const given = { baseUrl: "http://127.0.0.1:9", oauthClients: clients };
  const api = await testApi({ ...given, ...options });
  const { deps, clock } = api;
  const sandbox = await startTestSandbox({ ...standaloneService(), now: () => clock.now() });
  const provider = `${sandbox.url}/portals/correo`;
  clients["correo"] = {
    clientId: client.id,
    clientSecret: client.secret,
    authorizationUrl: `${provider}/oauth/authorize`,
    tokenUrl: `${provider}/oauth/token`,
    issuer: provider,
  };
  const open: OpenPortal = (connector, options) =>
    openPortal(connector, { ...options, baseUrl: provider, client: clients[connector] });
  const waiting: string[] = [];
  let isHeld = false;
  const send: Queue["send"] = async ({ jobId }) => {
    if (isHeld) waiting.push(jobId);
    else await run(jobId);
  };
  const queue: Queue = {
    ...deps.queue,
    send,
    sendBatch: async (messages) => {
      for (const { message, options: how } of messages) await send(message, how);
    },
  };
  const queues = { queue, emissionQueue: queue };
  const workers = [
    createEmissionWorker({ ...deps, ...queues, openPortal: open }),
    createSyncWorker({ ...deps, ...queues, openPortal: open }),
  ];
  async function run(jobId: string): Promise<void> {
    const batch = { Records: [{ messageId: jobId, body: JSON.stringify({ jobId }) }] };
    for (const worker of workers) await worker(batch, 300_000);
  }
  const app = createApi({ ...api.appDeps, ...queues });
  const housekeeping = createHousekeeping({
    ...deps,
    ...queues,
    db: api.database.keeper,
    schedules: rowSchedules,
    chores: [],
  });
  const scene: MailScene = {
    ...api,
    app,
    sandbox,
    clients,
    run,
    housekeeping,
    mailbox: async (leadsTo = "ok") => {
      const { id, key } = await api.organization();
      const listed = await listedMailboxes(sandbox);
      const found = listed.find((one) => one.leadsTo === leadsTo);
      if (found === undefined) throw new Error(`no mailbox that leads to ${leadsTo}`);
      const { account, refreshToken } = found;
      const expiraEn = new Date(0).toISOString();
      const fields = { cuenta: account, accessToken: "", refreshToken, expiraEn };
      const connection = await withTx(api.contextOf(id), async (tx) => {
        const connectionId = await insertConnection(tx, id, {
          connector: "correo",
          nombre: account,
          rut: companyRut,
          razonSocial: null,
          alcances: ["leer", "enviar"],
          credencial: "viva",
          cuenta: loginOf(deps.secret, "correo", fields).loginIdentity,
        });
        const { vault, secret } = deps;
        const kept = { organizationId: id, connectionId, connector: "correo", fields };
        await storeCredential({ ...tx, vault, secret }, kept);
        return connectionId;
      });
      return { id, key, connection, account };
    },
    call: (tool, input, { key, connection, idempotencyKey }) =>
      callTool(app, `correo.${tool}`, input, {
        key,
        connection,
        ...(tool.endsWith(".enviar") && { idempotencyKey: idempotencyKey ?? randomUUID() }),
      }),
    fault: async (kind, more = {}) => {
      await sandbox.control("POST", "/portals/correo/faults", { kind, ...more });
    },
    log: async () => {
      const path = "/portals/correo/log";
      return (await sandbox.control<Record<string, number>>("GET", path)).body;
    },
    delivered: () => mailTruth(sandbox),
    advance: (seconds) => clock.advance(seconds * 1000),
    hold: () => void (isHeld = true),
    work: async () => {
      isHeld = false;
      for (const jobId of waiting.splice(0)) await run(jobId);
    },
    workAtOnce: async (count) => {
      await pollUntil(
        () => Promise.resolve(waiting.length),
        (found) => found >= count,
        30,
      );
      isHeld = false;
      await Promise.all(waiting.splice(0).map(run));
    },
    close: async () => {
      await sandbox.close();
      await api.close();
    },
  };
  return scene;
}
