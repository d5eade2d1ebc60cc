import { eq } from "drizzle-orm";
import { connections } from "#lib/connections/connections.sql.ts";
import { credentials } from "#lib/connections/credentials.sql.ts";
import { loginOf, noteCompany, noteSecret, setCapabilities } from "#lib/connections/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { CredentialBroker } from "#lib/platform/credential-broker.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { ClaimedJob } from "../claim-job.ts";
import { openCredential, renewalOf } from "./open-credential.ts";
import type { JobSubject } from "../worker-context.ts";

/**
 * A stored credential. A rejected one is not tried again, not even by jobs that were queued before
 * it was rejected: the portal would lock the account.
 */
export async function connectionSubject(
  ctx: SystemContext & { broker: CredentialBroker; secret: ServiceSecret; vault: Vault },
  job: ClaimedJob,
): Promise<JobSubject> {
  const connectionId = job.connectionId ?? "";
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select({
        rut: connections.rut,
        credencial: connections.credencial,
        disabledAt: connections.disabledAt,
        sealed: credentials.sealed,
        loginIdentity: credentials.loginIdentity,
        secretHash: credentials.secretHash,
        version: credentials.version,
      })
      .from(connections)
      .leftJoin(credentials, eq(credentials.connectionId, connections.id))
      .where(eq(connections.id, connectionId)),
  );
  if (row === undefined || row.disabledAt !== null) throw new AppError("connection_disabled");
  const { sealed, loginIdentity, secretHash, credencial, version } = row;
  if (sealed === null || loginIdentity === null || version === null || credencial !== "viva") {
    throw new AppError("connection_credential_required", { details: { credencial } });
  }
  return {
    companyRut: row.rut,
    loginIdentity,
    secretHash,
    renewed: renewalOf(ctx, job, version),
    withFields: async (use) => {
      const fields = await openCredential(ctx, job);
      const { connector } = job;
      if (secretHash === null) await noteSecret(ctx, { connectionId, connector, sealed }, fields);
      return use(fields);
    },
    proven: async (tx, company) => {
      const { tiposDte, cuenta } = company;
      // With the newest secret from now on.
      const account =
        cuenta === undefined
          ? undefined
          : loginOf(ctx.secret, job.connector, { cuenta }).loginIdentity;
      await noteCompany(tx, connectionId, company, account);
      if (tiposDte !== undefined) await setCapabilities(tx, connectionId, { tiposDte });
    },
    failed: () => Promise.resolve(),
  };
}
