import { and, eq, or } from "drizzle-orm";
import * as z from "zod";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { queueMail } from "#lib/notices/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { ConnectionLimit, GivenName, lockOrganization } from "../bounds.ts";
import { members } from "../identity.sql.ts";
import { organizationName } from "../organizations.ts";
import { requireRole } from "../members/roles.ts";
import { issueKey, type IssuedKey, type KeyContext } from "./issue-key.ts";
import { requireOwnConnections } from "./own-connections.ts";
import { requireGrantable, type ScopeContext } from "./require-grantable.ts";

export interface KeyMakerContext extends Context, KeyContext, ScopeContext {
  vault: Vault;
}
type Tx = InTransaction<KeyMakerContext>;

export const NewKey = z.strictObject({
  name: GivenName,
  /** May be empty: such a key can do nothing until it is given some. */
  scopes: z.array(z.string()).max(100),
  connections: ConnectionLimit,
  expiresAt: z.date().nullable(),
});
type NewKey = z.infer<typeof NewKey>;

/** For an owner or admin, who is mailed along with the owners. */
export async function createKey(
  ctx: KeyMakerContext,
  { name, scopes, connections, expiresAt }: NewKey,
): Promise<IssuedKey & { mailIds: string[] }> {
  if (expiresAt !== null && expiresAt <= ctx.clock.now()) {
    throw new AppError("forbidden", { details: { reason: "the end is in the past" } });
  }
  return withTx(ctx, async (tx) => {
    const organizationId = ctx.organization.id;
    await lockOrganization(tx, organizationId);
    await requireRole(tx, ["owner", "admin"]);
    await requireGrantable(ctx, scopes);
    await requireOwnConnections(tx, connections);
    const createdBy = tx.actor.kind === "member" ? tx.actor.id : null;
    const made = { organizationId, name, scopes, connections, expiresAt, createdBy };
    const issued = await issueKey(tx, made);
    return { ...issued, mailIds: await tellOwners(tx, name) };
  });
}

async function tellOwners(tx: Tx, name: string): Promise<string[]> {
  const organizationId = tx.organization.id;
  const isMaker = eq(members.userId, tx.actor.id);
  const told = await tx.db.orm
    .select({ userId: members.userId, email: members.email, name: members.name })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), or(eq(members.role, "owner"), isMaker)));
  const organization = await organizationName(tx.db, organizationId);
  const maker = told.find(({ userId }) => userId === tx.actor.id);
  const by = maker?.name ?? maker?.email ?? "El operador del servicio";
  const content = { kind: "key_created", organization, name, by } as const;
  const mailIds: string[] = [];
  for (const { email } of told) {
    mailIds.push(await queueMail(tx, { organizationId, to: email, content }));
  }
  return mailIds;
}
