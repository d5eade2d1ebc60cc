import { acts } from "#functions/workers/acts.ts";
import { createApi } from "#functions/api/app.ts";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { standaloneService } from "#infra/sandbox/standalone.ts";
import { startTestSandbox } from "#infra/sandbox/testing/sandbox.ts";
import { maintainAuditPartitions } from "#lib/audit/index.ts";
import { insertConnection, storeCredential } from "#lib/connections/index.ts";
import { openPortal } from "#lib/connectors/drivers.ts";
import { withTx } from "#lib/db/context.ts";
import { visitDueAcceptances } from "#lib/acts/invoicing/index.ts";
import { failAbandonedJobs, wakeForgottenJobs } from "#lib/jobs/index.ts";
import { askDue, settleLeftOperations } from "#lib/ledger/index.ts";
import { callTool, testApi, type Answered } from "#tests/support/scenes/api.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { facturacionLogin } from "#tests/support/scenes/facturacion-login.ts";
import type { HistoryLane } from "../act-histories/history-lane.ts";
import { mortalDriver } from "../act-histories/mortal-driver.ts";
import { HeldQueue, mortalDatabase } from "../emission-histories/mortal-edges.ts";
import { lives, MortalProcess } from "../emission-histories/mortal-process.ts";
import { providerAccount, type ProviderAccount } from "./provider-account.ts";

export interface InvoiceLane extends HistoryLane {
  provider: ProviderAccount;
  /** How the provider identifies a preview's document. */
  names: Map<string, string>;
}

/** The service over its own database and the sandbox's invoicing system, one history after another. */
export async function openInvoiceLane(): Promise<InvoiceLane> {
  const database = await testDatabase({ max: 6 });
  const mortal = { app: mortalDatabase(database.app), db: mortalDatabase(database.db) };
  const api = await testApi({ database: { ...database, ...mortal } });
  const { clock } = api;
  const now = () => clock.now();
  const sandbox = await startTestSandbox({ ...standaloneService(), now });
  const provider = providerAccount(sandbox, now);
  const queue = new HeldQueue();
  const deps = { ...api.deps, emissionQueue: queue };
  const app = createApi({ ...api.appDeps, emissionQueue: queue });
  const worker = createEmissionWorker({
    ...deps,
    openPortal: async (connector, given) => {
      const baseUrl = `${sandbox.url}/portals/${connector}`;
      const opened = await openPortal(connector, { ...given, baseUrl });
      return { ...opened, driver: mortalDriver(opened.driver) };
    },
  });
  /** The chores about invoices, in order; the next run repeats one that fails. */
  const doChores = async (): Promise<void> => {
    const chores = [
      () => failAbandonedJobs({ ...deps, onJobEnded: () => Promise.resolve() }),
      () => settleLeftOperations(deps, acts),
      () => askDue(deps),
      () => visitDueAcceptances(deps),
      () => wakeForgottenJobs(deps),
    ];
    for (const chore of chores) await chore().catch(() => null);
  };
  const login = facturacionLogin();
  const connector = "facturacion";
  const names = new Map<string, string>();
  return {
    api: {
      ...api,
      close: async () => {
        await sandbox.close();
        await api.close();
      },
    },
    queue,
    provider,
    names,
    newIssuer: async () => {
      names.clear();
      queue.messages = [];
      await provider.reset();
      // Folios start again too, so earlier documents belong to another company.
      await database.owner("update operations set rut = id", []);
      await maintainAuditPartitions({ ...deps, db: database.keeper });
      const { id, key } = await api.organization();
      const connection = await withTx(api.contextOf(id), async (tx) => {
        const connectionId = await insertConnection(tx, id, {
          connector,
          nombre: "Empresa de prueba",
          rut: login.empresa,
          razonSocial: null,
          alcances: ["documentos", "folios", "emision"],
          credencial: "viva",
        });
        const { vault, secret } = api.deps;
        const given = { organizationId: id, connectionId, connector, fields: login };
        await storeCredential({ ...tx, vault, secret }, given);
        return connectionId;
      });
      return { id, key, connection };
    },
    call: ({ key, connection }, tool, input, { key: idempotencyKey, fate = lives } = {}) => {
      const call: { answer: Answered | null } = { answer: null };
      const process = MortalProcess.start(fate, async () => {
        const keyed = idempotencyKey === undefined ? {} : { idempotencyKey };
        call.answer = await callTool(app, `${connector}.${tool}`, input, {
          key,
          connection,
          ...keyed,
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
    housekeeping: (fate = lives) => MortalProcess.start(fate, doChores),
    advance: (seconds) => clock.advance(seconds * 1000),
  };
}
