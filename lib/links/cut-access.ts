import { and, eq, isNull } from "drizzle-orm";
import { dropCredential, lockConnections } from "#lib/connections/index.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { endSyncsOf, type JobEnder } from "#lib/jobs/index.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { consents, type ConsentEnd } from "./consents.sql.ts";
import { hashCutToken } from "./agreed.ts";
import { annulLinksOf } from "./forget-credential.ts";
import type { LinkReader } from "./find-link.ts";

/** What the holder of an address for cutting may know of the access. */
interface AccessFacts {
  consentId: string;
  organizationId: string;
  organizationName: string;
  connectionId: string;
  linkId: string;
  systemName: string;
  /** Access by permission from the account's own system, instead of a password. */
  byPermission: boolean;
  agreedAt: Date;
}

export type FoundAccess =
  | { kind: "unknown" }
  | ({ kind: "live" } & AccessFacts)
  /** What was handed over is no longer stored. */
  | ({ kind: "over"; ended: ConsentEnd; endedAt: Date } & AccessFacts);

type LiveAccess = Extract<FoundAccess, { kind: "live" }>;

/** The agreement that an address belongs to: the only question that bypasses the policies. */
const findByToken: Statement = {
  name: "links.find_cut",
  repeatable: true,
  text: `select id, organization_id as "organizationId" from find_cut($1) where id is not null`,
};

export async function findAccess(ctx: LinkReader, token: string): Promise<FoundAccess> {
  const [found] = await ctx.db.run<{ id: string; organizationId: string }>(findByToken, [
    hashCutToken(token),
  ]);
  if (found === undefined) return { kind: "unknown" };
  const { id, organizationId } = found;
  const [row] = await withTx({ ...ctx, organization: { id: organizationId } }, ({ db }) =>
    db.orm
      .select({
        consent: consents,
        connector: connections.connector,
        organizationName: organizations.name,
      })
      .from(consents)
      .innerJoin(connections, eq(connections.id, consents.connectionId))
      .innerJoin(organizations, eq(organizations.id, consents.organizationId))
      .where(eq(consents.id, id)),
  );
  if (row === undefined) return { kind: "unknown" };
  const system = ctx.systemOf(row.connector);
  const { connectionId, linkId, agreedAt, ended, endedAt } = row.consent;
  const facts: AccessFacts = {
    consentId: id,
    organizationId,
    organizationName: row.organizationName,
    connectionId,
    linkId,
    systemName: system?.name ?? row.connector,
    byPermission: system?.autorizacion !== undefined,
    agreedAt,
  };
  if (ended === null || endedAt === null) return { ...facts, kind: "live" };
  return { ...facts, kind: "over", ended, endedAt };
}

/**
 * The person who handed a credential over revokes it, with every login that it would lead to. What
 * was read stays with its organization. `noted` commits with it. False when it was already over:
 * nothing is done twice.
 */
export async function cutAccess(
  ctx: JobEnder,
  { consentId, connectionId, organizationId }: LiveAccess,
  noted: (tx: InTransaction<SystemContext>) => Promise<void>,
): Promise<boolean> {
  const isCut = await repeatUndone(() =>
    withTx({ ...ctx, organization: { id: organizationId } }, async (tx) => {
      await lockConnections(tx, [connectionId]);
      const ended = await tx.db.orm
        .update(consents)
        .set({ ended: "cortado", endedAt: tx.clock.now() })
        .where(and(eq(consents.id, consentId), isNull(consents.endedAt)))
        .returning({ id: consents.id });
      if (ended.length === 0) return false;
      await dropCredential(tx, connectionId, "revocada");
      await endSyncsOf(tx, connectionId);
      await annulLinksOf(tx, connectionId);
      await noted(tx);
      return true;
    }),
  );
  if (isCut) logDone(ctx.log, { act: "credential.forgotten", subject: connectionId });
  return isCut;
}
