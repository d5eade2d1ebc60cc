import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import { buildApiDeps } from "#functions/api/deps.ts";
import { createDashboard } from "#functions/dashboard/app.ts";
import { buildDashboardDeps } from "#functions/dashboard/deps.ts";
import { masterKeys } from "#infra/server/master-keys.ts";
import { addUpCallDays } from "#lib/audit/index.ts";
import { createConnection } from "#lib/connections/index.ts";
import { actors } from "#lib/db/actors.ts";
import { openDatabase } from "#lib/db/client.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { createKey, createOrganization } from "#lib/identity/index.ts";
import { addMember, inviteMember } from "#lib/identity/people/index.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import type { OneOfEach } from "#tests/support/scenes/dashboard-forms.ts";
import { consent } from "#tests/support/scenes/grants.ts";
import { silentLog } from "#tests/support/log.ts";
import { plantFeeReceipts } from "#tests/support/planted/fee-receipts.ts";
import { plantFolder } from "#tests/support/planted/folder.ts";
import { plantOperation, plantPreparation } from "#tests/support/planted/preparation.ts";
import { plantReading, type Planted } from "#tests/support/planted/reading.ts";
import { plantVolume } from "#tests/support/planted/volume.ts";
import { plantWebhooks } from "#tests/support/planted/webhooks.ts";
import { visitor, type Visitor } from "#tests/support/scenes/visitor.ts";
import type { BenchDatabase } from "../harness/cluster.ts";
import { baseUrl } from "../execute/scene.ts";
import { legalSettings } from "#tests/support/scenes/legal-settings.ts";

interface DashboardBench {
  app: Hono;
  /** The owner of the organization, signed in. */
  by: Visitor;
  there: OneOfEach;
  close(): Promise<void>;
}

const password = "cuatro palabras al azar";
const mail = "ana@maule.example";
const volume = { calls: 1_000_000, deliveries: 100_000, syncs: 50_000 };

/** The pages of an organization that has been in use for weeks. */
export async function setDashboard(database: BenchDatabase): Promise<DashboardBench> {
  const owner: Planted["database"]["owner"] = async (text, values = []) =>
    (await database.owner.query<Record<string, unknown>>(text, values)).rows;
  const clock = new MovableClock();
  const open = (url: string) => openDatabase({ url, max: 10, log: silentLog });
  const worker = await open(database.workerUrl);
  const app = await open(database.appUrl);
  const config = {
    BASE_URL: baseUrl,
    DATABASE_URL: database.appUrl,
    DATABASE_POOL_MAX: 10,
    INDICATORS_BASE_URL: "http://127.0.0.1:9",
    ...legalSettings,
    LOG_LEVEL: "info" as const,
    SERVICE_SECRET: randomBytes(32).toString("base64"),
  };
  const refuse = () => Promise.reject(new Error("a page queues nothing"));
  const queue = { check: () => Promise.resolve(), send: refuse, sendBatch: refuse };
  const keys = masterKeys(randomBytes(32));
  const served = await buildApiDeps(config, { clock, log: silentLog, keys, queue, db: app });
  const deps = { ...served, db: worker };
  const auth = { AUTH_DATABASE_URL: database.authUrl, AUTH_SECRETS: [config.SERVICE_SECRET] };
  const pages = await buildDashboardDeps({ ...config, ...auth, SIGN_UP: "open" }, served);
  const contextOf = (id: string): Context => ({
    ...deps,
    organization: { id },
    actor: actors.system("bench"),
    requestId: "req_bench",
  });
  const connection: Planted["connection"] = (organizationId, connector) =>
    createConnection(contextOf(organizationId), {
      connector,
      nombre: "Conexión de prueba",
      rut: "76555835-2",
      razonSocial: null,
      alcances: deps.catalogue.manifestOf(connector)?.alcances.map(({ id }) => id) ?? [],
      credencial: "viva",
    });
  const api: Planted = { clock, deps, connection, contextOf, database: { owner } };

  const person = await pages.auth.createPerson({
    email: mail,
    name: "Ana Soto",
    password,
    emailVerified: true,
  });
  const userId = person?.userId ?? "";
  const { id: organizationId } = await createOrganization(deps, {
    name: "Contadores del Maule SpA",
    plan: "business",
    connectors: deps.catalogue.manifests.map(({ id }) => id),
  });
  const ctx = { ...contextOf(organizationId), ...pages, db: worker };
  await withTx(ctx, (tx) =>
    addMember(tx, organizationId, { userId, email: mail, name: "Ana Soto" }, { role: "owner" }),
  );
  const connectionId = await connection(organizationId, "banco_a");
  const byOwner = { ...ctx, actor: actors.member(userId) };
  const { id: keyId } = await createKey(byOwner, {
    name: "Contabilidad",
    scopes: ["banco_a:read"],
    connections: null,
    expiresAt: null,
  });
  const { id: grantId } = await consent(ctx, userId);
  const invited = await inviteMember(ctx, { email: "eva@maule.example", role: "admin" });
  const webhooks = await plantWebhooks(api, organizationId);
  const reading = await plantReading(api, organizationId, connectionId);
  const preparationId = await plantPreparation(api, organizationId, keyId);
  const feeReceipts = await plantFeeReceipts(api, organizationId, keyId);
  const operation = (state: "done" | "unknown") =>
    plantOperation(api, organizationId, { preparationId, state });
  const operations = { emitted: await operation("done"), unknown: await operation("unknown") };
  const folderId = await plantFolder(api, organizationId, operations.emitted);
  const place = {
    organizationId,
    connectionId,
    endpointId: webhooks.live,
    keyId,
    now: clock.now(),
  };
  await plantVolume(owner, place, volume);
  const keeper = await open(database.keeperUrl);
  await addUpCallDays({ ...deps, db: keeper });
  await keeper.close();
  await owner("vacuum analyze");
  const [call] = await owner("select request_id as id from audit order by at desc limit 1");

  const dashboard = createDashboard(pages);
  const by = visitor(dashboard);
  await by.submit("/login", "/login", { correo: mail, clave: password });
  return {
    app: dashboard,
    by,
    there: {
      organizationId,
      grantId,
      keyId,
      preparationId,
      operations,
      feeReceipts,
      folderId,
      requestId: String(call?.["id"]),
      invitations: { own: "", other: "", id: invited.id },
      full: { mail, userId, cookie: by.cookies.get("connect") ?? "" },
      connectionId,
      reading,
      webhooks,
    },
    close: async () => {
      await pages.auth.close();
      await app.close();
      await worker.close();
    },
  };
}
