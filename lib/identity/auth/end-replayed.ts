import { and, eq } from "drizzle-orm";
import { withTx, type SystemContext } from "#lib/db/context.ts";
import { queueMail } from "#lib/notices/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { endReplayedGrant, logEnded, type Ended } from "../grants/end-grant.ts";
import { ownerOfGrant } from "../grants/owner-of-grant.ts";
import { members, organizations } from "../identity.sql.ts";
import type { MailToSend } from "../people/index.ts";

/**
 * Somebody used an old token: the grant ends and its person is mailed, both or neither. Returns the
 * mail; null when the grant had already ended, or its person is no longer a member.
 */
export async function endReplayed(
  ctx: SystemContext & { vault: Vault },
  grantId: string,
): Promise<MailToSend | null> {
  const organization = await ownerOfGrant(ctx, grantId);
  if (organization === null) return null;
  const organizationId = organization.id;
  const ended: Ended[] = [];
  const toSend = await withTx({ ...ctx, organization }, async (tx) => {
    const grant = await endReplayedGrant(tx, grantId);
    if (grant === null) return null;
    ended.push(grant);
    const [told] = await tx.db.orm
      .select({ to: members.email, organization: organizations.name })
      .from(members)
      .innerJoin(organizations, eq(organizations.id, members.organizationId))
      .where(and(eq(members.organizationId, organizationId), eq(members.userId, grant.userId)));
    if (told === undefined) return null;
    const { to, organization: name } = told;
    const content = {
      kind: "grant_replayed",
      organization: name,
      client: grant.clientName,
    } as const;
    return { organizationId, id: await queueMail(tx, { organizationId, to, content }) };
  });
  logEnded(ctx.log, ended);
  return toSend;
}
