import { randomUUID } from "node:crypto";
import { DeleteMessageCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { createHousekeeping } from "#functions/workers/create-housekeeping.ts";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import { localRegion } from "#infra/local/queue-server.ts";
import { rowSchedules } from "#lib/schedules/index.ts";
import { standaloneService } from "#infra/sandbox/standalone.ts";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { insertConnection, storeCredential } from "#lib/connections/index.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import { withTx } from "#lib/db/context.ts";
import { sqsClient } from "#lib/platform/sqs-queue.ts";
import { forgetLogins, type OpenPortal } from "#lib/jobs/index.ts";
import { sharedBrowser } from "../browsers/shared-browser.ts";
import { callTool, testApi, type Answered, type TestApi, type TestApiOptions } from "./api.ts";

export const companyRut = "76555835-2";

/** A login of the sandbox's tax authority. */
export interface TaxLogin {
  rut: string;
  clave: string;
  claveCertificado?: string;
  empresa?: string;
}

export const personLogin: TaxLogin = {
  rut: "12345678-5",
  clave: "clave-tributario",
  claveCertificado: "firma-tributario",
};

/** The company's own login, which can read everything. */
export const ownLogin: TaxLogin = {
  rut: companyRut,
  clave: "clave-tributario",
  claveCertificado: "firma-tributario",
};

export interface TributarioScene extends TestApi {
  sandbox: TestSandbox;
  connect(organizationId: string, login?: TaxLogin): Promise<string>;
  housekeeping(): Promise<void>;
  /** Resets the portal, with the same folios and no blocked account, and so the ledgers too. */
  beginAnew(): Promise<void>;
  advance(seconds: number): void;
  /** Calls a tool of tributario, with a new key if it needs one. */
  call(
    tool: string,
    input: unknown,
    caller: { key: string; connection: string; idempotencyKey?: string },
  ): Promise<Answered>;
  fault(kind: string, more?: { times?: number; delayMs?: number }): Promise<void>;
  log(): Promise<Record<string, number>>;
  /** Bodies of every message that a worker received. */
  messages: string[];
  /** Workers stop receiving messages while the test inspects them. */
  pause(): void;
  resume(): void;
}

export interface TributarioOptions extends TestApiOptions {
  /** A test's portal that replaces the browser. */
  openPortal?: OpenPortal;
  workers?: number;
}

/** The service over the sandbox's tax authority, with workers that read one queue. */
export async function tributarioScene(options: TributarioOptions = {}): Promise<TributarioScene> {
  const api = await testApi(options);
  const { deps, clock, queue } = api;
  const sandbox = await startTestSandbox({
    ...standaloneService(),
    now: () => clock.now(),
    forgetLogins: () => forgetLogins(deps),
  });
  const open: OpenPortal =
    options.openPortal ??
    (async (connector, given) => {
      const baseUrl = `${sandbox.url}/portals/${connector}`;
      return openPortal(connector, { browser: await sharedBrowser(), ...given, baseUrl });
    });
  const workers = [
    createSyncWorker({ ...deps, openPortal: open }),
    createEmissionWorker({ ...deps, openPortal: open }),
  ];
  const housekeeping = createHousekeeping({
    ...deps,
    db: api.database.keeper,
    schedules: rowSchedules,
    chores: [],
  });
  const messages: string[] = [];
  const stopping = new AbortController();
  let paused = false;

  async function poll(): Promise<void> {
    const sqs = await sqsClient({ region: localRegion, endpoint: queue.endpoint });
    while (!stopping.signal.aborted) {
      if (paused) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const taken = await sqs
        .send(
          new ReceiveMessageCommand({
            QueueUrl: queue.url,
            MaxNumberOfMessages: 1,
            WaitTimeSeconds: 1,
          }),
          { abortSignal: stopping.signal },
        )
        .catch(() => ({ Messages: [] }));
      // Received while the pause began: it returns when its visibility ends.
      if (paused) continue;
      for (const { MessageId = "", Body = "", ReceiptHandle } of taken.Messages ?? []) {
        messages.push(Body);
        const batch = { Records: [{ messageId: MessageId, body: Body }] };
        for (const worker of workers) await worker(batch, 300_000);
        await sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle }));
      }
    }
    sqs.destroy();
  }
  const loops = Array.from({ length: options.workers ?? 2 }, poll);

  return {
    ...api,
    sandbox,
    messages,
    housekeeping,
    beginAnew: async () => {
      await sandbox.control("POST", "/reset");
      await api.database.owner("truncate operations, login_attempts cascade");
    },
    advance: (seconds) => clock.advance(seconds * 1000),
    pause: () => void (paused = true),
    resume: () => void (paused = false),
    connect: (organizationId, { empresa = companyRut, ...login } = personLogin) =>
      withTx(api.contextOf(organizationId), async (tx) => {
        const connector = "tributario";
        const id = await insertConnection(tx, organizationId, {
          connector,
          nombre: "Empresa de prueba",
          rut: empresa,
          razonSocial: null,
          alcances: ["rcv", "boletas", "dte", "honorarios", "carpeta"],
          credencial: "viva",
        });
        const { vault, secret } = deps;
        const given = {
          organizationId,
          connectionId: id,
          connector,
          fields: { ...login, empresa },
        };
        await storeCredential({ ...tx, vault, secret }, given);
        return id;
      }),
    call: (tool, input, { key, connection, idempotencyKey }) =>
      callTool(api.app, `tributario.${tool}`, input, {
        key,
        connection,
        ...(/\.(?:emitir|solicitar|cerrar)$/.test(tool) && {
          idempotencyKey: idempotencyKey ?? randomUUID(),
        }),
      }),
    fault: async (kind, more = {}) => {
      const answer = await sandbox.control("POST", "/portals/tributario/faults", { kind, ...more });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    log: async () =>
      (await sandbox.control<Record<string, number>>("GET", "/portals/tributario/log")).body,
    close: async () => {
      stopping.abort();
      await Promise.all(loops);
      await sandbox.close();
      await api.close();
    },
  };
}

/** A small invoice. Two of them differ in their amount, so that a list tells them apart. */
export function invoice(precioUnitario = 1_000) {
  return {
    tipoDte: 33,
    receptor: {
      rut: "76177907-9",
      razonSocial: "Viñedos Aguas Frías SpA",
      giro: "Vinos",
      direccion: "Camino Real 100",
      comuna: "Ñuñoa",
      ciudad: "Santiago",
    },
    lineas: [{ nombre: "Asesoría", cantidad: 1, precioUnitario }],
    formaPago: "contado",
  };
}
