import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { createApi } from "#functions/api/app.ts";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { createHousekeeping } from "#functions/workers/create-housekeeping.ts";
import { todayInSantiago } from "#lib/chile/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { rowSchedules } from "#lib/schedules/index.ts";
import { callTool, testApi, type Answered, type TestApi, type TestApiOptions } from "./api.ts";
import { connectIssuer, plantIssuer, type anyReceipt } from "../planted/issuer.ts";
import { playedFees, type PlayedFees } from "../played/fees.ts";
import { playedFolders, type PlayedFolders } from "../played/folders.ts";

export interface FeeLane extends TestApi {
  app: Hono;
  portal: PlayedFees;
  folders: PlayedFolders;
  /** An organization with a policy, a key and a connection with the company's own login. */
  issuer(policy?: Partial<typeof anyReceipt>): Promise<FeeCaller & { id: string }>;
  /** Deletes an issuer's connection, erases it, and connects the company again. */
  connectAnew(issuer: FeeCaller & { id: string }): Promise<string>;
  call(tool: string, input: unknown, caller: FeeCaller): Promise<Answered>;
  /** While held, no worker takes a job; `work` then takes all that wait, `run` the first ones. */
  hold(): void;
  work(): Promise<void>;
  run(count: number): Promise<void>;
  /** How many jobs wait for a worker. */
  waiting(): number;
  housekeeping(): Promise<void>;
  advance(seconds: number): void;
  /** Types and payloads of the events sent to receivers, in order. */
  events(organizationId: string): Promise<{ type: string; data: Record<string, unknown> }[]>;
}

export interface FeeCaller {
  key: string;
  connection: string;
  idempotencyKey?: string;
}

export async function feeLane(options: TestApiOptions = {}): Promise<FeeLane> {
  return feeLaneOver(await testApi(options));
}

/** The API and its worker over a played portal: each job is done before its wake-up is sent. */
export function feeLaneOver(api: TestApi): FeeLane {
  const { deps, clock } = api;
  const portal = playedFees(() => todayInSantiago(clock.now()));
  const folders = playedFolders(() => clock.now());
  const waiting: string[] = [];
  let isHeld = false;
  let issuers = 0;
  const worker = createEmissionWorker({
    ...deps,
    openPortal: async () => ({
      driver: portal.driver(folders),
      evidence: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    }),
  });
  async function run(jobId: string): Promise<void> {
    await worker({ Records: [{ messageId: jobId, body: JSON.stringify({ jobId }) }] }, 300_000);
  }
  const send: Queue["send"] = async ({ jobId }) => {
    if (isHeld) waiting.push(jobId);
    else await run(jobId);
  };
  const sendBatch: Queue["sendBatch"] = async (messages) => {
    for (const { message, options: how } of messages) await send(message, how);
  };
  const queue = { ...deps.queue, send, sendBatch };
  const app = createApi({ ...api.appDeps, emissionQueue: queue });
  const housekeeping = createHousekeeping({
    ...deps,
    emissionQueue: queue,
    db: api.database.keeper,
    schedules: rowSchedules,
    chores: [],
  });
  const advance = (seconds: number): void => clock.advance(seconds * 1000);
  return {
    ...api,
    app,
    portal,
    folders,
    housekeeping,
    hold: () => void (isHeld = true),
    work: async () => {
      isHeld = false;
      for (const jobId of waiting.splice(0)) await run(jobId);
    },
    run: async (count) => {
      for (const jobId of waiting.splice(0, count)) await run(jobId);
    },
    waiting: () => waiting.length,
    advance,
    issuer: (policy = {}) => plantIssuer(api, (issuers += 1), policy),
    connectAnew: async ({ id, connection }) => {
      const [gone] = await api.database.owner(
        "update connections set deleted_at = $2 where id = $1 returning rut",
        [connection, clock.now()],
      );
      advance(16 * 60);
      await housekeeping();
      return connectIssuer(api, id, String(gone?.["rut"]));
    },
    call: (tool, input, { key, connection, idempotencyKey }) =>
      callTool(app, `tributario.${tool}`, input, {
        key,
        connection,
        ...(/\.(?:solicitar|cerrar)$/.test(tool) && {
          idempotencyKey: idempotencyKey ?? randomUUID(),
        }),
      }),
    events: async (organizationId) => {
      const rows = await api.database.owner(
        "select body from webhook_events where organization_id = $1 order by id",
        [organizationId],
      );
      return rows.map(({ body }) => JSON.parse(String(body)) as never);
    },
  };
}

/** A receipt with its own reference; two differ in their amount, so that a list tells them apart. */
export function feeReceipt(referencia: string, monto = 500_000) {
  return {
    referencia,
    receptor: {
      rut: "76177907-9",
      nombre: "Viñedos Aguas Frías SpA",
      domicilio: "Camino Real 100",
      comuna: "Ñuñoa",
    },
    lineas: [{ descripcion: "Asesoría", monto }],
  };
}
