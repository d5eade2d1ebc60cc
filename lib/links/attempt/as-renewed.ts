import { and, asc, eq } from "drizzle-orm";
import { parseRut } from "#lib/chile/index.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { withTx } from "#lib/db/context.ts";
import { modulesOf, type LinkReader } from "../find-link.ts";
import { companyField } from "../link-system.ts";
import type { FoundOpenLink } from "./submission.ts";

/**
 * The link as it would be for the typed company. A connected company keeps its connection's
 * modules: if the link names fewer, the person hands a password over for those too. At a provider
 * the account is not known yet.
 */
export async function asRenewed(
  ctx: LinkReader,
  link: FoundOpenLink,
  typed: (name: string) => string | null,
): Promise<FoundOpenLink> {
  const rut = parseRut(typed(companyField)?.trim() ?? "");
  if (rut === null || link.connectionId !== null || link.system.autorizacion !== undefined) {
    return link;
  }
  const { organizationId, system } = link;
  const [earlier] = await withTx({ ...ctx, organization: { id: organizationId } }, ({ db }) =>
    db.orm
      .select({ alcances: connections.alcances })
      .from(connections)
      .where(
        and(
          eq(connections.organizationId, organizationId),
          eq(connections.connector, system.id),
          eq(connections.rut, rut),
        ),
      )
      .orderBy(asc(connections.createdAt), asc(connections.id))
      .limit(1),
  );
  const named = new Set(link.alcances.map(({ id }) => id));
  const isMore = earlier?.alcances.some((id) => !named.has(id)) ?? false;
  return isMore ? { ...link, ...modulesOf(system, earlier?.alcances ?? []) } : link;
}
