import { DeleteMessageCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { createHousekeeping } from "#functions/workers/create-housekeeping.ts";
import {
  createSyncWorker,
  type SyncWorker,
  type SyncWorkerDeps,
} from "#functions/workers/create-sync-worker.ts";
import { localRegion } from "#infra/local/queue-server.ts";
import { rowSchedules } from "#lib/schedules/index.ts";
import { standaloneService } from "#infra/sandbox/standalone.ts";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { insertConnection, storeCredential } from "#lib/connections/index.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import { checkDigitOf } from "#lib/chile/index.ts";
import { withTx } from "#lib/db/context.ts";
import { forgetLogins } from "#lib/jobs/index.ts";
import { sqsClient } from "#lib/platform/sqs-queue.ts";
import type { JobRow } from "#lib/jobs/index.ts";
import { callTool, testApi, type TestApi, type TestApiOptions } from "./api.ts";
import { sharedBrowser } from "../browsers/shared-browser.ts";

/** The login of any system, for a company. */
export type PortalFields = Readonly<Record<string, string>> & { empresa: string };

/** A login of the sandbox's banco_a, and the company that it is for. */
export type PortalLogin = Record<"rut" | "clave" | "empresa", string>;

export const mainLogin: PortalLogin = {
  rut: "12345678-5",
  clave: "clave-bancoa",
  empresa: "76555835-2",
};

/** One of the sandbox's 26 further people, each with their own company. */
export function furtherLogin(place: number): PortalLogin {
  const [rut, empresa] = [16_000_000 + place, 77_100_100 + place].map(
    (body) => `${body}-${checkDigitOf(body)}`,
  ) as [string, string];
  return { rut, clave: "clave-bancoa", empresa };
}

/** The service in parts over the sandbox: the test is its event source and its scheduler. */
export interface SyncScene extends TestApi {
  sandbox: TestSandbox;
  worker: SyncWorker;
  /** For workers that receive their messages themselves. */
  workerDeps: SyncWorkerDeps;
  housekeeping(): Promise<void>;
  /** Bodies of every message received from the queue. */
  messages: string[];
  /** Passes the queue's visible messages to the worker, all at once. Returns how many there were. */
  takeMessages(): Promise<number>;
  advance(seconds: number): void;
  /** Connects banco_a by default, with all its modules. */
  connect(organizationId: string, login?: PortalFields, connector?: string): Promise<string>;
  /** Requests a sync with the tool, and returns the job's id. */
  requestSync(
    owner: { key: string },
    connection: string,
    input: { periodo: string; alcances?: string[] },
    connector?: string,
  ): Promise<string>;
  job(id: string): Promise<Pick<JobRow, "status" | "attempts" | "lastError" | "notBefore">>;
  /** Runs housekeeping and workers, minute by minute, until the job has ended. */
  untilEnded(jobId: string): Promise<void>;
  /** The counters of banco_a since the last reset. */
  portalLog(): Promise<Record<string, number>>;
}

export const workerLimitMs = 300_000;

export async function syncScene(options: TestApiOptions = {}): Promise<SyncScene> {
  const api = await testApi(options);
  const { deps, clock, queue } = api;
  const sandbox = await startTestSandbox({
    ...standaloneService(),
    now: () => clock.now(),
    forgetLogins: () => forgetLogins(deps),
  });
  const workerDeps: SyncWorkerDeps = {
    ...deps,
    openPortal: async (connector, given) => {
      const baseUrl = `${sandbox.url}/portals/${connector}`;
      return openPortal(connector, { browser: await sharedBrowser(), ...given, baseUrl });
    },
  };
  const worker = createSyncWorker(workerDeps);
  const housekeeping = createHousekeeping({
    ...deps,
    db: api.database.keeper,
    schedules: rowSchedules,
    chores: [],
  });
  const sqs = await sqsClient({ region: localRegion, endpoint: queue.endpoint });
  const messages: string[] = [];

  async function takeMessages(): Promise<number> {
    const answer = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queue.url, MaxNumberOfMessages: 10 }),
    );
    const taken = answer.Messages ?? [];
    messages.push(...taken.map(({ Body = "" }) => Body));
    const handle = async ({ MessageId = "", Body = "", ReceiptHandle }: (typeof taken)[number]) => {
      const batch = { Records: [{ messageId: MessageId, body: Body }] };
      const { batchItemFailures } = await worker(batch, workerLimitMs);
      if (batchItemFailures.length > 0) return;
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle }));
    };
    await Promise.all(taken.map(handle));
    return taken.length;
  }

  const advance = (seconds: number): void => clock.advance(seconds * 1000);

  async function job(id: string) {
    const [row] = await api.database.owner(
      `select status, attempts, last_error as "lastError", not_before as "notBefore"
       from sync_jobs where id = $1`,
      [id],
    );
    if (row === undefined) throw new Error(`no job ${id}`);
    return row as Pick<JobRow, "status" | "attempts" | "lastError" | "notBefore">;
  }

  return {
    ...api,
    sandbox,
    worker,
    workerDeps,
    housekeeping,
    messages,
    takeMessages,
    advance,
    job,
    connect: (organizationId, fields = mainLogin, connector = "banco_a") =>
      withTx(api.contextOf(organizationId), async (tx) => {
        const id = await insertConnection(tx, organizationId, {
          connector,
          nombre: "Conexión de prueba",
          rut: fields.empresa,
          razonSocial: null,
          alcances: deps.catalogue.manifestOf(connector)?.alcances.map(({ id }) => id) ?? [],
          credencial: "viva",
        });
        const { vault, secret } = deps;
        const given = { organizationId, connectionId: id, connector, fields };
        await storeCredential({ ...tx, vault, secret }, given);
        return id;
      }),
    requestSync: async ({ key }, connection, input, connector = "banco_a") => {
      const call = { key, connection };
      const answer = await callTool(api.app, `${connector}.conexion.sincronizar`, input, call);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return String(answer.body.data?.["jobId"]);
    },
    untilEnded: async (jobId) => {
      for (let minute = 0; minute < 15; minute++) {
        await takeMessages();
        const { status } = await job(jobId);
        if (status !== "queued" && status !== "running") return;
        advance(61);
        await housekeeping();
      }
      throw new Error(
        `${jobId} has not ended after 15 minutes: ${JSON.stringify(await job(jobId))}`,
      );
    },
    portalLog: async () =>
      (await sandbox.control<Record<string, number>>("GET", "/portals/banco_a/log")).body,
    close: async () => {
      sqs.destroy();
      await sandbox.close();
      await api.close();
    },
  };
}
