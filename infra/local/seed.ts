import { actors } from "#lib/db/actors.ts";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import {
  insertConnection,
  listConnections,
  loginOf,
  storeCredential,
} from "#lib/connections/index.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import { findPolicy, setPolicy } from "#lib/acts/fee-receipts/index.ts";
import { folderSettings, setRecipient, turnFolders } from "#lib/acts/folders/index.ts";
import {
  createApiKey,
  createOrganization,
  findOrganization,
  type KeyContext,
  type PlanName,
} from "#lib/identity/index.ts";
import type { Systems } from "#lib/tools/catalogue.ts";
import type { Manifest } from "#lib/contract/index.ts";
import { makeMember, type PeopleOfLocalMode } from "./local-people.ts";
import { writeWhole } from "./write-whole.ts";

export interface SeededOrganization {
  id: string;
  name: string;
  plan: PlanName;
  apiKey: string;
  /** The login for the dashboard. */
  owner: { email: string; password: string };
  connections: Record<string, string>;
}

type SeedContext = KeyContext & PeopleOfLocalMode & { catalogue: Systems; sandboxUrl: string };

/** The company whose data the simulated systems hold for the test login. */
const company = "76555835-2";

type Known = Omit<SeededOrganization, "owner"> & Partial<Pick<SeededOrganization, "owner">>;

const organizations: { name: string; plan: PlanName }[] = [
  { name: "Comercial Los Boldos SpA", plan: "business" },
  { name: "Servicios Peumo Ltda.", plan: "free" },
];

/** The first organization's limits for issuing fee receipts; the others may issue none. */
const feeReceiptPolicy = {
  habilitado: true,
  diasAtras: 92,
  diasAdelante: 92,
  montoMaximo: 1_000_000,
  montoDiario: 50_000_000,
  cantidadDiaria: 1_000,
};

/** The recipient of the first one's tax folders. */
const folderRecipient = {
  institucion: null,
  nombre: "Arriendos del Maule",
  correo: "carpetas@example.com",
  entrega: "destinatario_y_servicio",
} as const;

/**
 * The organizations for a newcomer, the same after every start. The database does not store key texts, so local mode
 * keeps them in its own file.
 */
export async function seed(ctx: SeedContext, dataDir: string): Promise<SeededOrganization[]> {
  const file = path.join(dataDir, "seed.json");
  const known = existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as Known[]) : [];
  const seeded: SeededOrganization[] = [];
  for (const [index, wanted] of organizations.entries()) {
    const earlier = known[index];
    const isThere = earlier !== undefined && (await findOrganization(ctx, earlier.id)) !== null;
    const organization = isThere ? earlier : await make(ctx, wanted);
    seeded.push({
      ...organization,
      owner: organization.owner ?? (await ownerOf(ctx, organization)),
    });
  }
  const [first] = seeded;
  if (first !== undefined) {
    const own = operatorOf(ctx, first.id);
    first.connections = await connectAll(ctx, own);
    if ((await findPolicy(own)).policy === null) await setPolicy(own, feeReceiptPolicy);
    if ((await folderSettings(own)).confirmed === null) {
      await turnFolders(own, { on: true });
      await setRecipient(own, folderRecipient);
    }
  }
  writeWhole(file, JSON.stringify(seeded, null, 2));
  return seeded;
}

async function ownerOf(ctx: SeedContext, { id }: Known): Promise<SeededOrganization["owner"]> {
  const { email, password } = await makeMember(ctx, id, { role: "owner", name: "Ana Soto" });
  return { email, password };
}

async function make(ctx: SeedContext, wanted: { name: string; plan: PlanName }): Promise<Known> {
  const { id } = await createOrganization(ctx, {
    ...wanted,
    connectors: connectable(ctx.catalogue).map((manifest) => manifest.id),
  });
  const { key } = await createApiKey(ctx, {
    organizationId: id,
    name: "Local mode",
    scopes: allScopes(ctx.catalogue),
  });
  return { id, ...wanted, apiKey: key, connections: {} };
}

function operatorOf(ctx: SeedContext, organizationId: string): Context {
  return {
    ...ctx,
    organization: { id: organizationId },
    actor: actors.operator("local"),
    requestId: "local",
  };
}

/** One working connection for each connectable system in the catalogue. */
async function connectAll(ctx: SeedContext, own: Context): Promise<Record<string, string>> {
  const existing = await listConnections(own);
  const found: Record<string, string> = {};
  for (const manifest of connectable(ctx.catalogue)) {
    const earlier = existing.find((connection) => connection.sistema === manifest.id);
    found[manifest.id] = earlier?.id ?? (await connect(ctx, own, manifest));
  }
  return found;
}

/** With the sandbox's test login, which the simulated portal accepts as a real one would. */
async function connect(ctx: SeedContext, own: Context, manifest: Manifest): Promise<string> {
  const fields = await testLogin(ctx.sandboxUrl, manifest);
  const isAccount = manifest.autorizacion !== undefined;
  return withTx(own, async (tx) => {
    const id = await insertConnection(tx, own.organization.id, {
      connector: manifest.id,
      nombre: manifest.name,
      rut: company,
      razonSocial: null,
      alcances: manifest.alcances.map((alcance) => alcance.id),
      credencial: "viva",
      ...(isAccount && { cuenta: loginOf(ctx.secret, manifest.id, fields).loginIdentity }),
    });
    const { vault, secret } = ctx;
    await storeCredential(
      { ...tx, vault, secret },
      { organizationId: own.organization.id, connectionId: id, connector: manifest.id, fields },
    );
    return id;
  });
}

const Portals = z.array(
  z.object({ system: z.string(), logins: z.array(z.looseObject({ leadsTo: z.string() })) }),
);

async function testLogin(sandboxUrl: string, manifest: Manifest): Promise<Record<string, string>> {
  const answer = await fetch(`${sandboxUrl}/control/portals`);
  const portals = Portals.parse(await answer.json());
  const portal = portals.find(({ system }) => system === manifest.id);
  // Where a system knows both, a company's own login opens more than a representative's.
  const best = ["own_company", "ok"]
    .map((wanted) => portal?.logins.find(({ leadsTo }) => leadsTo === wanted))
    .find((found) => found !== undefined);
  const login = { ...best, empresa: company };
  const known = z.record(z.string(), z.unknown()).parse(login);
  if (manifest.autorizacion !== undefined) return grantedTokens(known);
  return Object.fromEntries(
    manifest.credentialFields
      .filter(({ name, optional }) => optional !== true || typeof known[name] === "string")
      .map(({ name }) => [name, z.string().parse(known[name])]),
  );
}

/** As if a person had allowed it at the provider: the first call renews an expired token. */
function grantedTokens(login: unknown): Record<string, string> {
  const Granted = z.object({ account: z.string(), refreshToken: z.string() });
  const { account, refreshToken } = Granted.parse(login);
  const expiraEn = new Date(0).toISOString();
  return { cuenta: account, accessToken: "", refreshToken, expiraEn };
}

function connectable(catalogue: Systems) {
  return catalogue.manifests.filter((manifest) => manifest.needsConnection);
}

function allScopes(catalogue: Systems): string[] {
  const connectors = catalogue.manifests.flatMap(({ id }) => [`${id}:read`, `${id}:write`]);
  return [...connectors, "webhooks:read", "webhooks:write"];
}
