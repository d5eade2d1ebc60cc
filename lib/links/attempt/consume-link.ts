import { eq } from "drizzle-orm";
import {
  connectCompany,
  knownLoginOf,
  storeCredential,
  type CredentialFields,
} from "#lib/connections/index.ts";
import type { Company } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { Vault } from "#lib/vault/index.ts";
import { keepConsent } from "../keep-consent.ts";
import { links } from "../links.sql.ts";
import { lockAttempt } from "./lock-attempt.ts";

export type LinkTx = InTransaction<SystemContext & { vault: Vault; secret: ServiceSecret }>;

export interface ConsumedLink {
  linkId: string;
  organizationId: string;
  connectionId: string;
  connector: string;
  /** What happened: a link that creates also renews an existing connection of the company. */
  mode: "crear" | "reconectar";
  /** Null where the system has no tool that verifies a credential. */
  verified: true | null;
  consumedAt: Date;
}

/**
 * The login worked: the connection gets the credential and the link is used up, in the caller's
 * transaction. `afterConsumed` commits with it: the place for `connect_session.consumed`. Throws
 * `connection_identity_mismatch` when the login opened another company; nothing is stored. Null
 * when the link was annulled during the login: nothing is stored either.
 */
export async function consumeLink(
  tx: LinkTx,
  proven: {
    linkId: string;
    jobId: string;
    verified: true | null;
    company: Company;
    /** What was typed, and used to log in. */
    fields: CredentialFields;
  },
  afterConsumed?: (tx: LinkTx, consumed: ConsumedLink) => Promise<void>,
): Promise<ConsumedLink | null> {
  const { linkId, company, verified, fields } = proven;
  const attempt = await lockAttempt(tx, proven);
  if (attempt === null) return null;
  const { organizationId, connector, ...link } = attempt;
  const { connectionId, created } = await connectCompany(tx, {
    organizationId,
    connector,
    connectionId: link.connectionId,
    company,
    nombre: link.nombre,
    alcances: link.alcances,
    ...(company.cuenta !== undefined && {
      accountHashes: knownLoginOf(tx.secret, connector, fields).identities,
    }),
  });
  const { accessUntil } = attempt;
  await storeCredential(tx, { organizationId, connectionId, connector, fields, accessUntil });
  await keepConsent(tx, attempt, connectionId);
  const consumedAt = tx.clock.now();
  await tx.db.orm
    .update(links)
    .set({ state: "consumed", connectionId, sealed: null, verified, consumedAt })
    .where(eq(links.id, linkId));
  const consumed: ConsumedLink = {
    linkId,
    organizationId,
    connectionId,
    connector,
    mode: created ? "crear" : "reconectar",
    verified,
    consumedAt,
  };
  await afterConsumed?.(tx, consumed);
  return consumed;
}
