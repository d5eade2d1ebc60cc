import { freePort } from "#infra/local/ports.ts";
import { listen } from "#infra/server/listen.ts";
import { addUpCallDays } from "#lib/audit/index.ts";
import { actors } from "#lib/db/actors.ts";
import { withTx } from "#lib/db/context.ts";
import { registerClient } from "#lib/identity/auth/register-client.ts";
import { createKey } from "#lib/identity/index.ts";
import { addMember, inviteMember } from "#lib/identity/people/index.ts";
import { callTool, testApi, type TestApi } from "./api.ts";
import { testDashboard, type TestDashboard } from "./dashboard.ts";
import { consent } from "./grants.ts";
import { plantFeeReceipts } from "../planted/fee-receipts.ts";
import { plantFolder } from "../planted/folder.ts";
import { plantPerson } from "../planted/person.ts";
import { plantOperation, plantPreparation } from "../planted/preparation.ts";
import { plantReading, type PlantedReading } from "../planted/reading.ts";
import { plantWebhooks, type PlantedWebhooks } from "../planted/webhooks.ts";
import { visitor } from "./visitor.ts";

export const password = "cuatro palabras al azar";

export interface Someone {
  mail: string;
  userId: string;
  /** The cookie of a session. */
  cookie: string;
}

export interface DashboardScene {
  api: TestApi;
  dashboard: TestDashboard;
  origin: string;
  /** The owner of two organizations, and somebody who is in none. */
  full: Someone;
  empty: Someone;
  organizationId: string;
  /** The same owner's organization without anything in it. */
  bareOrganizationId: string;
  /** The same owner's organization that waits for its deletion. */
  leavingOrganizationId: string;
  webhooks: PlantedWebhooks;
  connectionId: string;
  reading: PlantedReading;
  grantId: string;
  keyId: string;
  preparationId: string;
  operations: { emitted: string; unknown: string };
  feeReceipts: { issued: string; inconclusive: string; annulment: string };
  folderId: string;
  /** The request id of a recorded call. */
  requestId: string;
  /** Paths of invitations: for the person without an organization, and for a mail that nobody has. */
  invitations: { own: string; other: string; id: string };
  /** The path of an application's request for access. */
  asking: string;
  close(): Promise<void>;
}

/** The dashboard behind a real address, with people, organizations and applications in it. */
export async function dashboardScene(): Promise<DashboardScene> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const api = await testApi();
  api.settings.BASE_URL = origin;
  const dashboard = await testDashboard(api);
  const server = await listen(dashboard.app.fetch, port);
  const full = await someone(dashboard, "ana.soto@maule.example", "Ana Soto");
  const empty = await someone(dashboard, "eva@maule.example", "Eva Rojas");
  const organizationId = await organizationOf(api, full, "Contadores del Maule SpA");
  const bareOrganizationId = await organizationOf(api, full, "Comercial Ñuble Ltda.");
  const leavingOrganizationId = await organizationOf(api, full, "Sociedad que termina");
  await api.database.owner("update organizations set deletes_at = $2 where id = $1", [
    leavingOrganizationId,
    new Date(api.clock.now().getTime() + 12 * 86_400_000),
  ]);
  const connectionId = await api.connection(organizationId, "banco_a");
  const ctx = { ...api.contextOf(organizationId), ...dashboard.deps };
  const name = "Asistente de conciliación y cierre <b>mensual</b>";
  const { id: grantId } = await consent(ctx, full.userId, {
    scopes: ["banco_a:read", "tributario:read", "tributario:write"],
    client: { id: "https://agente.example/c", name, host: "agente.example", verified: false },
  });
  await consent(ctx, full.userId);
  const offered = { ...ctx, actor: actors.member(full.userId) };
  const { id: keyId } = await createKey(offered, {
    name: "Contabilidad <b>central</b>, cierre de cada mes y conciliación con los bancos",
    scopes: ["banco_a:read", "tributario:read", "tributario:write", "webhooks:read"],
    connections: null,
    expiresAt: null,
  });
  const invite = async (email: string) => {
    const { id, url } = await inviteMember(ctx, { email, role: "admin" });
    return { id, path: new URL(url).pathname };
  };
  const { key } = await api.key(organizationId, ["conexiones:read"]);
  const call = await callTool(api.app, "conexiones.estado.consultar", {}, { key });
  await addUpCallDays({ ...api.deps, db: api.database.keeper });
  const own = await invite(empty.mail);
  const other = await invite("otra@maule.example");
  const preparationId = await plantPreparation(api, organizationId, keyId);
  const operations = {
    emitted: await plantOperation(api, organizationId, { preparationId, state: "done" }),
    unknown: await plantOperation(api, organizationId, { preparationId, state: "unknown" }),
  };
  return {
    api,
    dashboard,
    origin,
    full,
    empty,
    organizationId,
    bareOrganizationId,
    leavingOrganizationId,
    webhooks: await plantWebhooks(api, organizationId),
    connectionId,
    reading: await plantReading(api, organizationId, connectionId),
    grantId,
    keyId,
    preparationId,
    operations,
    folderId: await plantFolder(api, organizationId, operations.emitted),
    feeReceipts: await plantFeeReceipts(api, organizationId, keyId),
    requestId: String(call.body.meta["request_id"]),
    asking: await askingPath(dashboard),
    invitations: { own: own.path, other: other.path, id: other.id },
    close: async () => {
      await server.close();
      await dashboard.close();
      await api.close();
    },
  };
}

async function askingPath({ deps }: TestDashboard): Promise<string> {
  const redirectUri = "http://127.0.0.1:49152/callback";
  const answer = await registerClient(deps, {
    client_name: "Asistente contable",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
  });
  const { client_id: clientId } = (await answer.json()) as { client_id: string };
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "banco_a:read tributario:read tributario:write webhooks:read",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
  });
  return `/consent?${query.toString()}`;
}

/** The cookies of a browser in which they are signed in, or nobody. */
export function cookiesOf({ origin }: DashboardScene, who: Someone | null) {
  if (who === null) return [];
  const { cookie: value } = who;
  return [{ name: "connect", value, url: origin, httpOnly: true, sameSite: "Lax" as const }];
}

/** With a confirmed mail, and signed in. */
export async function someone(
  { app, deps, owner }: TestDashboard,
  email: string,
  name = "Ana Soto",
): Promise<Someone> {
  const userId = await plantPerson({ ...deps, owner }, { email, name, password });
  const by = visitor(app);
  await by.submit("/login", "/login", { correo: email, clave: password });
  return { mail: email, userId, cookie: by.cookies.get("connect") ?? "" };
}

export async function organizationOf(
  api: TestApi,
  { userId, mail }: Someone,
  name: string,
  role: "owner" | "admin" | "member" = "owner",
): Promise<string> {
  const { id } = await api.organization({ name });
  const person = { userId, email: mail, name: "Ana Soto" };
  await withTx(api.contextOf(id), (tx) => addMember(tx, id, person, { role }));
  return id;
}
