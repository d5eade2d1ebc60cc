import { createHousekeeping } from "#functions/workers/create-housekeeping.ts";
import { createSyncWorker, type SyncWorker } from "#functions/workers/create-sync-worker.ts";
import { rowSchedules } from "#lib/schedules/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import type { JobRow, OpenPortal } from "#lib/jobs/index.ts";
import { requestSync } from "#lib/sync/index.ts";
import type { AlcanceReading, LoginOutcome } from "#lib/contract/index.ts";
import { testApi, type TestApi, type TestApiOptions } from "./api.ts";

export const company = { rut: "76555835-2", razonSocial: "Comercial Ñuble Ltda." };

/** What a portal without pages does: a test scripts it, visit by visit. */
export interface PortalScript {
  login(): LoginOutcome | Promise<LoginOutcome>;
  read(alcance: string): AlcanceReading | Promise<AlcanceReading>;
}

/** The engine over a portal that plays a script: everything of ours is real. */
export interface JobScene extends TestApi {
  /** A connection with a credential for the named login. */
  connect(organizationId: string, login?: string, clave?: string): Promise<string>;
  /** Gives the connection another credential, as a link would. */
  renew(
    organizationId: string,
    connection: string,
    login: { rut: string; clave: string },
  ): Promise<void>;
  request(
    organizationId: string,
    connection: string,
    input?: { periodo?: string; alcances?: string[]; pendingLimit?: number },
  ): Promise<string>;
  play(script: Partial<PortalScript>): void;
  /** Delivers the job's wake-up to a worker with that much time, and waits until it is done. */
  run(jobId: string, remainingMs?: number): Promise<void>;
  worker: SyncWorker;
  /** A worker that hashes logins with other secrets. */
  workerUnder(secret: ServiceSecret): SyncWorker;
  visits: { opened: number; logins: number; logouts: number; closed: number; read: string[] };
  housekeeping(): Promise<void>;
  advance(seconds: number): void;
  job(id: string): Promise<JobRow>;
}

export const nothingThere: AlcanceReading = { rows: [], incompletos: 0, completo: true };

export async function jobScene(options: TestApiOptions = {}): Promise<JobScene> {
  const api = await testApi(options);
  const { deps, clock } = api;
  const visits: JobScene["visits"] = { opened: 0, logins: 0, logouts: 0, closed: 0, read: [] };
  const usual: PortalScript = { login: () => ({ kind: "ok", company }), read: () => nothingThere };
  let script = usual;

  const openPortal: OpenPortal = async () => {
    visits.opened += 1;
    return {
      driver: {
        login: async (_fields, _rut, { submitting }) => {
          await submitting();
          visits.logins += 1;
          return script.login();
        },
        read: async (alcance) => {
          visits.read.push(alcance);
          return script.read(alcance);
        },
        logout: async () => void (visits.logouts += 1),
      },
      evidence: async () => ({ text: "<html>", screenshot: null }),
      close: async () => void (visits.closed += 1),
    };
  };
  const worker = createSyncWorker({ ...deps, openPortal });
  const renew: JobScene["renew"] = async (organizationId, connectionId, login) => {
    const { vault, secret } = deps;
    const fields = { ...login, empresa: company.rut };
    await withTx(api.contextOf(organizationId), (tx) =>
      storeCredential(
        { ...tx, vault, secret },
        { organizationId, connectionId, connector: "banco_a", fields },
      ),
    );
  };
  const advance = (seconds: number): void => clock.advance(seconds * 1000);

  return {
    ...api,
    worker,
    workerUnder: (secret) => createSyncWorker({ ...deps, secret, openPortal }),
    visits,
    advance,
    play: (given) => {
      script = { ...usual, ...given };
    },
    connect: async (organizationId, rut = "12345678-5", clave = "una-clave") => {
      const connectionId = await api.connection(organizationId, "banco_a");
      await renew(organizationId, connectionId, { rut, clave });
      return connectionId;
    },
    renew,
    request: async (organizationId, id, input = {}) => {
      const { periodo = "2026-10", alcances = ["movimientos"], pendingLimit = 12 } = input;
      const connection = { id, connector: "banco_a", credencial: "viva", acceso: null };
      const { jobId } = await requestSync(
        { ...deps, ...api.contextOf(organizationId) },
        { ...connection, alcances: ["saldos", "movimientos"] },
        {
          periodo,
          alcances,
          trigger: "manual",
          offered: deps.catalogue.manifestOf("banco_a")?.alcances ?? [],
          pendingLimit,
        },
      );
      return jobId;
    },
    run: async (jobId, remainingMs = 300_000) => {
      const record = { messageId: "one", body: JSON.stringify({ jobId }) };
      const { batchItemFailures } = await worker({ Records: [record] }, remainingMs);
      if (batchItemFailures.length > 0) throw new Error(`the message of ${jobId} comes back`);
    },
    housekeeping: createHousekeeping({
      ...deps,
      db: api.database.keeper,
      schedules: rowSchedules,
      chores: [],
    }),
    job: async (id) => {
      const columns = `status, step, attempts, token, outcomes, last_error as "lastError",
        records_synced as "recordsSynced", not_before as "notBefore", lease_until as "leaseUntil",
        result, trigger, finished_at as "finishedAt"`;
      const [row] = await api.database.owner(`select ${columns} from sync_jobs where id = $1`, [
        id,
      ]);
      if (row === undefined) throw new Error(`no job ${id}`);
      return row as JobRow;
    },
  };
}
