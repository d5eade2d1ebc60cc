import { eq } from "drizzle-orm";
import { actors } from "#lib/db/actors.ts";
import { withTx, type SystemContext } from "#lib/db/context.ts";
import { queueMail } from "#lib/mail/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { listGrants } from "../grants/list-grants.ts";
import { organizations } from "../identity.sql.ts";

interface Replayed {
  id: string;
  organizationId: string;
  userId: string;
}

/**
 * The mail to the person whose agent's old token somebody used; its id, or null when they are a
 * member no more.
 */
export async function tellOfReplay(
  system: SystemContext & { vault: Vault },
  { id, organizationId, userId }: Replayed,
): Promise<string | null> {
  const ctx = {
    ...system,
    organization: { id: organizationId },
    actor: actors.system("tokens"),
    requestId: id,
  };
  const grants = await listGrants(ctx, { userId, withEnded: true });
  const grant = grants.find((one) => one.id === id);
  const to = grant?.person.email;
  if (grant === undefined || to === null || to === undefined) return null;
  const { name: client } = grant.client;
  return withTx(ctx, async (tx) => {
    const [found] = await tx.db.orm
      .select({ name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    const content = { kind: "grant_replayed", organization: found?.name ?? "", client } as const;
    return queueMail(tx, { organizationId, to, content });
  });
}
