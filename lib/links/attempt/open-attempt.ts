import { and, eq } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { stateAt } from "../link-state.ts";
import { links } from "../links.sql.ts";

interface Attempt {
  organizationId: string;
  connector: string;
  /** The connection to reauthenticate; null when the link makes a new one. */
  connectionId: string | null;
  /** The company to use: the connection's own, else the one that the person named. */
  companyRut: string | null;
  /** The stored account of the connection to reauthenticate. */
  cuenta: Buffer | null;
  alcances: string[];
  loginIdentity: Buffer;
}

/** What a worker needs to try a link's login. Null when that job has no running try. */
export async function openAttempt(
  ctx: SystemContext,
  { linkId, jobId }: { linkId: string; jobId: string },
): Promise<Attempt | null> {
  const state = stateAt(ctx.clock.now());
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({ link: links, rut: connections.rut, cuenta: connections.cuenta })
      .from(links)
      .leftJoin(connections, eq(connections.id, links.connectionId))
      .where(and(eq(links.id, linkId), eq(links.jobId, jobId), eq(state, "verificando"))),
  );
  if (row === undefined) return null;
  const { organizationId, connector, connectionId, companyRut, alcances, sealed, loginIdentity } =
    row.link;
  if (sealed === null || loginIdentity === null) return null;
  return {
    loginIdentity,
    organizationId,
    connector,
    connectionId,
    alcances,
    cuenta: row.cuenta,
    companyRut: row.rut ?? companyRut,
  };
}
