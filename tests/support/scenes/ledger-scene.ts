import { storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import {
  runLedgerJob,
  type ActingConnection,
  type Acts,
  type LedgerContext,
} from "#lib/ledger/index.ts";
import { brokerOver } from "#lib/links/index.ts";
import type { Queue } from "#lib/platform/queue.ts";
import { testApi, type TestApi } from "./api.ts";

const rut = "76555835-2";

/** The ledger and its worker over acts that a test plays; the portal only has a login. */
export interface LedgerScene {
  api: TestApi;
  ctx: LedgerContext;
  connection: ActingConnection;
  /** By default a wake-up waits until its worker is done; with a list, it is added there instead. */
  held: { jobs: string[] | null };
  /** Another connection of the company, with another person's login. */
  connect(person: string): Promise<ActingConnection>;
  run(jobId: string): Promise<void>;
  /** Runs the held wake-ups, and those that they cause. */
  deliver(): Promise<void>;
}

export async function ledgerScene(acts: Acts): Promise<LedgerScene> {
  const api = await testApi();
  const { deps } = api;
  const { id } = await api.organization();
  const held: LedgerScene["held"] = { jobs: null };
  const run = (jobId: string): Promise<void> =>
    runLedgerJob(worker, acts, { jobId, deadline: AbortSignal.timeout(60_000) });
  const send = async ({ jobId }: { jobId: string }): Promise<void> => {
    if (held.jobs === null) return run(jobId);
    held.jobs.push(jobId);
  };
  const queue: Queue = {
    send,
    sendBatch: async (messages) => {
      for (const { message } of messages) await send(message);
    },
    check: () => Promise.resolve(),
  };
  const worker: WorkerContext = {
    ...deps,
    worker: "emission",
    broker: brokerOver(deps),
    queue,
    onJobEnded: () => Promise.resolve(),
    openPortal: async () => ({
      driver: {
        login: async (_fields, _rut, { submitting }) => {
          await submitting();
          return { kind: "ok", company: { rut, razonSocial: "Comercial Ñuble Ltda." } };
        },
        read: () => Promise.reject(new TypeError("nothing is read")),
        logout: () => Promise.resolve(),
      },
      evidence: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    }),
  };
  const ctx: LedgerContext = { ...deps, ...api.contextOf(id), emissionQueue: queue };
  const connect = async (person: string): Promise<ActingConnection> => {
    const connectionId = await api.connection(id, "tributario");
    const fields = { rut: person, clave: "x", empresa: rut };
    await withTx(ctx, (tx) =>
      storeCredential(
        { ...tx, vault: deps.vault, secret: deps.secret },
        { organizationId: id, connectionId, connector: "tributario", fields },
      ),
    );
    return { id: connectionId, connector: "tributario", rut, credencial: "viva" };
  };
  return {
    api,
    ctx,
    connection: await connect(rut),
    connect,
    run,
    held,
    deliver: async () => {
      const waiting = held.jobs ?? [];
      held.jobs = null;
      for (const jobId of waiting) await run(jobId);
    },
  };
}
