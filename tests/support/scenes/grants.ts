import { actors } from "#lib/db/actors.ts";
import { withTx, type Context } from "#lib/db/context.ts";
import {
  createOrganization,
  listGrants,
  recordConsent,
  type AgentConsent,
  type Grant,
} from "#lib/identity/index.ts";
import { MovableClock } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { TestDatabase } from "../databases/test-database.ts";
import { silentLog } from "../log.ts";

export interface NewMember {
  role?: "owner" | "admin" | "member";
  canIssue?: boolean;
  /** An existing person, who is a member elsewhere too. */
  userId?: string;
}

/** A person of the organization; their id. */
export async function plantMember(
  database: Pick<TestDatabase, "owner">,
  organizationId: string,
  { role = "owner", canIssue = false, userId = newId("usr", new Date()) }: NewMember = {},
): Promise<string> {
  await database.owner(
    `insert into members (organization_id, user_id, email, role, can_issue, name, created_at)
     values ($1, $2, $3, $4, $5, 'Ana Soto', now())`,
    [organizationId, userId, `${userId}@sandbox.test`, role, canIssue],
  );
  return userId;
}

export const asMember = (ctx: Context, userId: string): Context => ({
  ...ctx,
  actor: actors.member(userId),
});

/** What a consent page submits if only reading was ticked. */
export const consentToRead: AgentConsent = {
  client: {
    id: "https://agente.sandbox.test/cliente.json",
    name: "Agente",
    host: "agente.sandbox.test",
    verified: true,
  },
  redirectHost: "127.0.0.1",
  scopes: ["banco_a:read"],
  connections: null,
};

/** A consent by the person. */
export function consent(
  ctx: Context,
  userId: string,
  { clientId, ...given }: Partial<AgentConsent> & { clientId?: string } = {},
): Promise<{ id: string }> {
  const { client } = consentToRead;
  return withTx(asMember(ctx, userId), (tx) =>
    recordConsent(tx, {
      ...consentToRead,
      client: { ...client, id: clientId ?? client.id },
      ...given,
    }),
  );
}

export interface GrantScene {
  ctx: Context;
  clock: MovableClock;
  owner: string;
}

/** An organization with its owner. */
export async function grantScene(database: TestDatabase): Promise<GrantScene> {
  const clock = new MovableClock();
  const system = { db: database.db, clock, log: silentLog };
  const organization = await createOrganization(system, { name: "Comercial Ñuble" });
  const ctx: Context = { ...system, organization, actor: actors.system("tests"), requestId: "req" };
  return { ctx, clock, owner: await plantMember(database, organization.id) };
}

export const everyGrant = (ctx: Context): Promise<Grant[]> => listGrants(ctx, { withEnded: true });

/** The error of a refusal. */
export const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "nothing was refused",
    (error: unknown) => error,
  );
