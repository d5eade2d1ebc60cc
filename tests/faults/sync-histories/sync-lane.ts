import { createApi } from "#functions/api/app.ts";
import { createHousekeeping } from "#functions/workers/create-housekeeping.ts";
import { createSyncWorker } from "#functions/workers/create-sync-worker.ts";
import { storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { rowSchedules } from "#lib/schedules/index.ts";
import { testApi, callTool, type Answered, type TestApi } from "#tests/support/scenes/api.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { company } from "#tests/support/scenes/job-scene.ts";
import { HeldQueue, mortalDatabase } from "../emission-histories/mortal-edges.ts";
import { lives, MortalProcess, type Fate } from "../emission-histories/mortal-process.ts";
import { Bank } from "./bank.ts";
import { bankPortal } from "./bank-portal.ts";
import { UndoableDatabase } from "./undoable-database.ts";

export interface Customer {
  organizationId: string;
  connection: string;
  key: string;
  /** The login. */
  person: string;
}

/** The service over its own database, where histories run one after another. */
export interface SyncLane {
  api: TestApi;
  queue: HeldQueue;
  database: UndoableDatabase;
  bank: Bank;
  /** A new customer with an account at a separate bank. */
  newCustomer(oneVisit: boolean): Promise<Customer>;
  /** Sets the connection's password, as a link would. */
  renew(customer: Customer, clave: string): Promise<void>;
  call(customer: Customer, tool: string, input: unknown): Promise<Answered>;
  deliver(jobId: string, fate?: Fate): MortalProcess;
  housekeeping(fate?: Fate): MortalProcess;
  advance(seconds: number): void;
}

export async function openSyncLane(): Promise<SyncLane> {
  const real = await testDatabase({ max: 6 });
  // One connection can be rolled back, so all parts share it: here housekeeping may do what the others do.
  await real.owner("grant delete on all tables in schema public to connect_keeper");
  await real.owner("grant execute on all functions in schema public to connect_keeper");
  const database = new UndoableDatabase(real.keeper);
  const mortal = mortalDatabase(database);
  const api = await testApi({ database: { ...real, app: mortal, db: mortal } });
  const queue = new HeldQueue();
  const deps = { ...api.deps, queue, emissionQueue: new HeldQueue() };
  const app = createApi(deps);
  const worker = createSyncWorker({ ...deps, openPortal: bankPortal(() => lane.bank) });
  const doChores = createHousekeeping({ ...deps, schedules: rowSchedules, chores: [] });
  const now = (): Date => api.clock.now();
  let people = 0;

  const renew: SyncLane["renew"] = async ({ organizationId, connection, person }, clave) => {
    const { vault, secret } = api.deps;
    const fields = { rut: person, clave, empresa: company.rut };
    const given = { organizationId, connectionId: connection, connector: "banco_a", fields };
    await withTx(api.contextOf(organizationId), (tx) =>
      storeCredential({ ...tx, vault, secret }, given),
    );
  };
  const lane: SyncLane = {
    api,
    queue,
    database,
    bank: new Bank({ now, oneVisit: false }),
    newCustomer: async (oneVisit) => {
      lane.bank = new Bank({ now, oneVisit });
      queue.messages = [];
      // The partitions of the months that have come since.
      await doChores();
      const { id, key } = await api.organization({ connectors: ["banco_a"], plan: "business" });
      people += 1;
      const connection = await api.connection(id, "banco_a");
      const customer = { organizationId: id, connection, key, person: `persona-${people}` };
      await renew(customer, lane.bank.password);
      return customer;
    },
    renew,
    call: ({ key, connection }, tool, input) =>
      callTool(app, `banco_a.${tool}`, input, { key, connection }),
    deliver: (jobId, fate = lives) =>
      MortalProcess.start(fate, async () => {
        const record = { messageId: jobId, body: JSON.stringify({ jobId }) };
        const { batchItemFailures } = await worker({ Records: [record] }, 300_000);
        if (batchItemFailures.length > 0) queue.messages.push(jobId);
      }),
    // The log reports a chore that fails, and the next run repeats it.
    housekeeping: (fate = lives) => MortalProcess.start(fate, () => doChores().catch(() => null)),
    advance: (seconds) => api.clock.advance(seconds * 1000),
  };
  return lane;
}
