import { acts } from "#functions/workers/acts.ts";
import { createApi } from "#functions/api/app.ts";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { insertConnection, storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { failAbandonedJobs, wakeForgottenJobs } from "#lib/jobs/index.ts";
import { askDue, settleLeftOperations } from "#lib/ledger/index.ts";
import { callTool, testApi, type Answered, type TestApi } from "#tests/support/scenes/api.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { HeldQueue, mortalDatabase } from "../emission-histories/mortal-edges.ts";
import { lives, MortalProcess, type Fate } from "../emission-histories/mortal-process.ts";
import { PlayedProvider } from "./played-provider.ts";

export interface MailLane {
  api: TestApi;
  queue: HeldQueue;
  provider: PlayedProvider;
  /** A new account at a provider that knows nothing yet. */
  newAccount(): Promise<{ key: string; connection: string }>;
  send(
    client: { key: string; connection: string },
    idempotencyKey: string,
    fate?: Fate,
  ): { process: MortalProcess; answer: Answered | null };
  deliver(jobId: string, fate?: Fate): MortalProcess;
  housekeeping(fate?: Fate): MortalProcess;
  advance(seconds: number): void;
}

export const mail = { para: ["ana@example.com"], asunto: "Factura 7012", cuerpo: "Hola" };

/** The service over its own database, where histories of mails run one after another. */
export async function openMailLane(): Promise<MailLane> {
  const database = await testDatabase({ max: 6 });
  const mortal = { app: mortalDatabase(database.app), db: mortalDatabase(database.db) };
  const api = await testApi({ database: { ...database, ...mortal } });
  const queue = new HeldQueue();
  const nowMs = (): number => api.clock.now().getTime();
  const deps = { ...api.deps, emissionQueue: queue };
  const app = createApi({ ...api.appDeps, emissionQueue: queue });
  const worker = createEmissionWorker({
    ...deps,
    openPortal: async () => ({
      driver: lane.provider.driver(),
      evidence: () => Promise.resolve(null),
      close: () => Promise.resolve(),
    }),
  });
  const lane: MailLane = {
    api,
    queue,
    provider: new PlayedProvider(nowMs),
    newAccount: async () => {
      lane.provider = new PlayedProvider(nowMs);
      queue.messages = [];
      const { id, key } = await api.organization({ connectors: ["correo"] });
      const connection = await withTx(api.contextOf(id), async (tx) => {
        const connectionId = await insertConnection(tx, id, {
          connector: "correo",
          nombre: "ventas@example.com",
          rut: "76555835-2",
          razonSocial: null,
          alcances: ["leer", "enviar"],
          credencial: "viva",
        });
        const { vault, secret } = api.deps;
        const fields = { cuenta: `ventas-${id}@example.com`, refreshToken: "r" };
        const given = { organizationId: id, connectionId, connector: "correo", fields };
        await storeCredential({ ...tx, vault, secret }, given);
        return connectionId;
      });
      return { key, connection };
    },
    send: (client, idempotencyKey, fate = lives) => {
      const call: { answer: Answered | null } = { answer: null };
      const process = MortalProcess.start(fate, async () => {
        call.answer = await callTool(app, "correo.correo.enviar", mail, {
          ...client,
          idempotencyKey,
        });
      });
      return Object.assign(call, { process });
    },
    deliver: (jobId, fate = lives) =>
      MortalProcess.start(fate, async () => {
        const record = { messageId: jobId, body: JSON.stringify({ jobId }) };
        const { batchItemFailures } = await worker({ Records: [record] }, 300_000);
        if (batchItemFailures.length > 0) queue.messages.push(jobId);
      }),
    housekeeping: (fate = lives) =>
      MortalProcess.start(fate, async () => {
        const ended = { ...deps, onJobEnded: () => Promise.resolve() };
        const chores = [
          () => failAbandonedJobs(ended),
          () => settleLeftOperations(ended, acts),
          () => askDue(ended),
          () => wakeForgottenJobs(ended),
        ];
        for (const chore of chores) await chore().catch(() => undefined);
      }),
    advance: (seconds) => api.clock.advance(seconds * 1000),
  };
  return lane;
}
