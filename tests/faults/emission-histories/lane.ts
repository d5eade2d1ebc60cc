import { acts } from "#functions/workers/acts.ts";
import { createApi } from "#functions/api/app.ts";
import { createEmissionWorker } from "#functions/workers/create-emission-worker.ts";
import { checkDigitOf } from "#lib/chile/index.ts";
import { maintainAuditPartitions } from "#lib/audit/index.ts";
import { insertConnection, storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { askDue, settleLeftOperations } from "#lib/ledger/index.ts";
import { failAbandonedJobs, wakeForgottenJobs } from "#lib/jobs/index.ts";
import {
  callTool,
  testApi,
  type Answered,
  type TestApi,
  type TestApiOptions,
} from "#tests/support/scenes/api.ts";
import { testDatabase } from "#tests/support/databases/test-database.ts";
import { HeldQueue, mortalDatabase } from "./mortal-edges.ts";
import { lives, MortalProcess, type Fate } from "./mortal-process.ts";
import { officePortal } from "./office-portal.ts";
import { TaxOffice } from "./tax-office.ts";

export interface Client {
  key: string;
  connection: string;
}

export interface Call {
  process: MortalProcess;
  answer: Answered | null;
}

/** The service over its own database, where histories run one after another. */
export interface Lane {
  api: TestApi;
  queue: HeldQueue;
  office: TaxOffice;
  /** A new company, its office, and two of its programs that call. */
  newCompany(oneVisit: boolean): Promise<{ clients: [Client, Client]; close(): Promise<void> }>;
  /** Another connection of the same company, under the same key. */
  sameCompany(client: Client): Promise<Client>;
  /** Another organization that acts for the same company, such as its accountant. */
  otherOrganization(client: Client): Promise<Client>;
  call(client: Client, tool: string, input: unknown, more?: { key?: string; fate?: Fate }): Call;
  deliver(jobId: string, fate?: Fate): MortalProcess;
  housekeeping(fate?: Fate): MortalProcess;
  advance(seconds: number): void;
}

export async function openLane(
  given: Pick<TestApiOptions, "database" | "secrets"> = {},
): Promise<Lane> {
  const database = given.database ?? (await testDatabase({ max: 6 }));
  const mortal = { app: mortalDatabase(database.app), db: mortalDatabase(database.db) };
  const api = await testApi({ ...given, database: { ...database, ...mortal } });
  const queue = new HeldQueue();
  const deps = { ...api.deps, emissionQueue: queue };
  const app = createApi({ ...api.appDeps, emissionQueue: queue });
  const worker = createEmissionWorker({ ...deps, openPortal: officePortal(() => lane.office) });
  let companies = 0;
  const ownerOf = async (connection: string) => {
    const owner = "select organization_id, rut from connections where id = $1";
    const [row] = await api.database.owner(owner, [connection]);
    return { organization: String(row?.["organization_id"]), rut: String(row?.["rut"]) };
  };
  const now = (): number => api.clock.now().getTime();

  const lane: Lane = {
    api,
    queue,
    office: new TaxOffice({ now, oneVisit: false }),
    newCompany: async (oneVisit) => {
      lane.office = new TaxOffice({ now, oneVisit });
      queue.messages = [];
      await maintainAuditPartitions({ ...deps, db: database.keeper });
      const owner = await api.organization({ connectors: ["tributario"] });
      companies += 1;
      const body = 70_000_000 + companies;
      const rut = `${body}-${checkDigitOf(body)}`;
      const other = await api.key(owner.id, ["tributario:read", "tributario:write"]);
      const connection = await connect(api, owner.id, rut);
      return {
        clients: [
          { key: owner.key, connection },
          { key: other.key, connection },
        ],
        close: async () => {
          const disable = "update connections set disabled_at = $2 where id = $1";
          await api.database.owner(disable, [connection, api.clock.now()]);
        },
      };
    },
    sameCompany: async ({ key, connection }) => {
      const { organization, rut } = await ownerOf(connection);
      // With another person's login, because a portal allows each one session.
      return { key, connection: await connect(api, organization, rut, `de ${rut}`) };
    },
    otherOrganization: async ({ connection }) => {
      const { rut } = await ownerOf(connection);
      const { id, key } = await api.organization({ connectors: ["tributario"] });
      return { key, connection: await connect(api, id, rut) };
    },
    call: (client, tool, input, { key, fate = lives } = {}) => {
      const call: { answer: Answered | null } = { answer: null };
      const process = MortalProcess.start(fate, async () => {
        const more = key === undefined ? {} : { idempotencyKey: key };
        call.answer = await callTool(app, `tributario.${tool}`, input, { ...client, ...more });
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
      MortalProcess.start(fate, () => runChores({ ...deps, onJobEnded: () => Promise.resolve() })),
    advance: (seconds) => api.clock.advance(seconds * 1000),
  };
  return lane;
}

/** The chores about emissions, in order; one that fails does not stop the others. */
async function runChores(deps: Parameters<typeof failAbandonedJobs>[0] & HousekeepingDeps) {
  const chores = [
    failAbandonedJobs,
    (ctx: typeof deps) => settleLeftOperations(ctx, acts),
    askDue,
    wakeForgottenJobs,
  ];
  for (const chore of chores) await chore(deps).catch(() => undefined);
}
type HousekeepingDeps = Parameters<typeof askDue>[0] & Parameters<typeof wakeForgottenJobs>[0];

async function connect(
  api: TestApi,
  organizationId: string,
  rut: string,
  person = rut,
): Promise<string> {
  const connector = "tributario";
  return withTx(api.contextOf(organizationId), async (tx) => {
    const connectionId = await insertConnection(tx, organizationId, {
      connector,
      nombre: "Empresa de prueba",
      rut,
      razonSocial: null,
      alcances: ["rcv", "boletas", "dte"],
      credencial: "viva",
    });
    const { vault, secret } = api.deps;
    // Each company has its own person, so that histories do not share a login.
    const fields = { rut: person, clave: "x", empresa: rut, claveCertificado: "y" };
    const given = { organizationId, connectionId, connector, fields };
    await storeCredential({ ...tx, vault, secret }, given);
    return connectionId;
  });
}
