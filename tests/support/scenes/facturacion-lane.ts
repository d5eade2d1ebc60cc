import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { createApi } from "#functions/api/app.ts";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { createHousekeeping } from "#functions/workers/create-housekeeping.ts";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import { standaloneService } from "#infra/sandbox/standalone.ts";
import { startTestSandbox, type TestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import { insertConnection, storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { forgetLogins } from "#lib/jobs/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { rowSchedules } from "#lib/schedules/index.ts";
import { callTool, testApi, type Answered, type TestApi, type TestApiOptions } from "./api.ts";
import { facturacionLogin } from "./facturacion-login.ts";

export interface IssuerCaller {
  key: string;
  connection: string;
  idempotencyKey?: string;
}

type Row = Record<string, string | number | boolean | null>;

export interface FacturacionLane extends TestApi {
  app: Hono;
  sandbox: TestSandbox;
  /** Resets the system, with the same folios, and so the ledger too. */
  beginAnew(): Promise<void>;
  /** An organization with a key, and a connection with one of the system's keys. */
  issuer(login?: { apiKey: string; empresa: string }): Promise<IssuerCaller & { id: string }>;
  call(tool: string, input: unknown, caller: IssuerCaller): Promise<Answered>;
  /** While held, no worker takes a job; `work` then takes all that wait. */
  hold(): void;
  work(): Promise<void>;
  run(jobId: string): Promise<void>;
  housekeeping(): Promise<void>;
  advance(seconds: number): void;
  fault(kind: string, more?: { times?: number; delayMs?: number }): Promise<void>;
  set(switches: object): Promise<void>;
  addRows(rows: object[]): Promise<void>;
  /** What the system has. */
  truth(resource: string, periodo?: string): Promise<Row[]>;
  log(): Promise<Record<string, number>>;
}

/** The API and its workers over the sandbox's invoicing system: each job is done before its wake-up is sent. */
export async function facturacionLane(options: TestApiOptions = {}): Promise<FacturacionLane> {
  const api = await testApi(options);
  const { deps, clock } = api;
  const sandbox = await startTestSandbox({
    ...standaloneService(),
    now: () => clock.now(),
    forgetLogins: () => forgetLogins(deps),
  });
  const portal = "/portals/facturacion";
  const open: Parameters<typeof createEmissionWorker>[0]["openPortal"] = (connector, given) =>
    openPortal(connector, { ...given, baseUrl: `${sandbox.url}/portals/${connector}` });
  const waiting: string[] = [];
  let isHeld = false;
  const workers = [
    createEmissionWorker({ ...deps, openPortal: open }),
    createSyncWorker({ ...deps, openPortal: open }),
  ];
  async function run(jobId: string): Promise<void> {
    const batch = { Records: [{ messageId: jobId, body: JSON.stringify({ jobId }) }] };
    for (const worker of workers) await worker(batch, 300_000);
  }
  const send: Queue["send"] = async ({ jobId }) => {
    if (isHeld) waiting.push(jobId);
    else await run(jobId);
  };
  const sendBatch: Queue["sendBatch"] = async (messages) => {
    for (const { message, options: how } of messages) await send(message, how);
  };
  const queue = { ...deps.queue, send, sendBatch };
  const app = createApi({ ...api.appDeps, queue, emissionQueue: queue });

  async function post(path: string, body: object, method = "POST"): Promise<void> {
    const answer = await sandbox.control(method, `${portal}${path}`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }

  return {
    ...api,
    app,
    sandbox,
    run,
    housekeeping: createHousekeeping({
      ...deps,
      emissionQueue: queue,
      db: api.database.keeper,
      schedules: rowSchedules,
      chores: [],
    }),
    beginAnew: async () => {
      await sandbox.control("POST", "/reset");
      // Folios start again too, so earlier documents belong to another company.
      await api.database.owner("update operations set rut = id", []);
    },
    hold: () => void (isHeld = true),
    work: async () => {
      isHeld = false;
      for (const jobId of waiting.splice(0)) await run(jobId);
    },
    advance: (seconds) => clock.advance(seconds * 1000),
    issuer: async (login = facturacionLogin()) => {
      const { id, key } = await api.organization();
      const connector = "facturacion";
      const connection = await withTx(api.contextOf(id), async (tx) => {
        const connectionId = await insertConnection(tx, id, {
          connector,
          nombre: "Empresa de prueba",
          rut: login.empresa,
          razonSocial: null,
          alcances: ["documentos", "folios", "emision"],
          credencial: "viva",
        });
        const { vault, secret } = deps;
        const given = { organizationId: id, connectionId, connector, fields: login };
        await storeCredential({ ...tx, vault, secret }, given);
        return connectionId;
      });
      return { id, key, connection };
    },
    call: (tool, input, { key, connection, idempotencyKey }) =>
      callTool(app, `facturacion.${tool}`, input, {
        key,
        connection,
        ...(tool.endsWith(".emitir") && { idempotencyKey: idempotencyKey ?? randomUUID() }),
      }),
    fault: (kind, more = {}) => post("/faults", { kind, ...more }),
    set: (switches) => post("", switches, "PATCH"),
    addRows: (rows) => post("/rows", { rut: facturacionLogin().empresa, rows }),
    truth: async (resource, periodo = periodoOf(clock.now())) => {
      const query = `resource=${resource}&periodo=${periodo}&rut=${facturacionLogin().empresa}`;
      const { body } = await sandbox.control<{ rows: Row[] }>("GET", `${portal}/truth?${query}`);
      return body.rows;
    },
    log: async () => (await sandbox.control<Record<string, number>>("GET", `${portal}/log`)).body,
    close: async () => {
      await sandbox.close();
      await api.close();
    },
  };
}

/** A small invoice. Two of them differ in their amount, so that a list tells them apart. */
export function invoice(precioUnitario = 1_000, more: object = {}) {
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
    ...more,
  };
}
