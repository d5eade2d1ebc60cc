import { withCredential, type CredentialFields } from "#lib/connections/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import type { CredentialBroker } from "#lib/platform/credential-broker.ts";
import type { Vault } from "#lib/vault/index.ts";
import { withTypedFields } from "./sealed-attempt.ts";

interface Sealed {
  organizationId: string;
  linkId: string | null;
  connectionId: string | null;
  sealed: Buffer | null;
}

/**
 * By the token of its last claim: a worker that lost the job opens nothing. Nor does anybody once
 * the person's permission has ended, even before housekeeping has erased the credential.
 */
const findSealed: Statement = {
  name: "login.sealed_of_job",
  repeatable: true,
  text: `
    select j.organization_id as "organizationId", j.link_id as "linkId", j.connection_id as "connectionId",
      case when j.kind = 'link'
        then (select l.sealed from links l where l.id = j.link_id and l.job_id = j.id and l.state = 'verifying')
        else (select c.sealed from credentials c where c.connection_id = j.connection_id
          and (c.access_until is null or c.access_until > $3)) end as sealed
    from sync_jobs j where j.id = $1 and j.token = $2 and j.status = 'running'`,
};

/**
 * What a running job logs in with: its connection's credential, or what a person typed at its link.
 * Null when the caller does not hold the job, or nothing is stored for it any more.
 */
async function openForJob(
  ctx: SystemContext & { vault: Vault },
  { id, token }: { id: string; token: number },
): Promise<CredentialFields | null> {
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.run<Sealed>(findSealed, [id, token, ctx.clock.now()]),
  );
  if (row === undefined || row.sealed === null) return null;
  const { organizationId, linkId, sealed } = row;
  if (linkId !== null) return withTypedFields(ctx, { organizationId, linkId, sealed }, kept);
  const connectionId = row.connectionId ?? "";
  return withCredential(ctx, { organizationId, connectionId, sealed }, kept);
}

/** The broker for a process that may open credentials itself. */
export function brokerOver(ctx: SystemContext & { vault: Vault }): CredentialBroker {
  return { open: (job) => openForJob(ctx, job) };
}

const kept = (fields: CredentialFields): Promise<CredentialFields> => Promise.resolve(fields);
