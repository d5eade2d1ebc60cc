import type { SystemContext } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { refusalWords, type LoginFailure } from "#lib/contract/index.ts";
import { knownLoginOf, type CredentialFields } from "#lib/connections/index.ts";
import { openCredential, type ClaimedJob, type JobSubject } from "#lib/jobs/index.ts";
import type { CredentialBroker } from "#lib/platform/credential-broker.ts";
import type { Vault } from "#lib/vault/index.ts";
import { consumeLink, type ConsumedLink, type LinkTx } from "./consume-link.ts";
import { failAttempt } from "./fail-attempt.ts";
import type { LinkFailure } from "../link-failure.ts";
import { openAttempt } from "./open-attempt.ts";

interface LinkSubjectContext extends SystemContext {
  vault: Vault;
  broker: CredentialBroker;
  secret: ServiceSecret;
}

/** The page's word for each failed login. */
const failures: Record<LoginFailure, LinkFailure> = {
  ...refusalWords,
  busy: "portal_ocupado",
  approval_pending: "aprobacion_pendiente",
  maintenance: "portal_caido",
  variant_unsupported: "variante_no_soportada",
  unknown: "error",
};

/** The same for the engine's error codes that are not login outcomes. */
const codes: Readonly<Record<string, LinkFailure>> = {
  login_closed: "ingreso_en_pausa",
  connection_identity_mismatch: "otra_empresa",
  connection_busy: "portal_ocupado",
  connection_session_pending: "aprobacion_pendiente",
  connector_variant_unsupported: "variante_no_soportada",
  forbidden: "permiso_no_concedido",
  upstream_error: "portal_caido",
  timeout: "portal_caido",
};

interface LinkEnd {
  /**
   * What a successful login proves about the credential; null where nothing could prove it later.
   */
  verified: true | null;
  afterConsumed?(tx: LinkTx, consumed: ConsumedLink): Promise<void>;
  /** What the account's owner must allow for these modules, where that is decided at the system. */
  permisosOf?(alcances: readonly string[]): string[];
}

/** A link's job as the engine runs it: what was typed, and what follows from each end. */
export async function linkSubject(
  ctx: LinkSubjectContext,
  job: Pick<ClaimedJob, "id" | "token" | "linkId">,
  { verified, afterConsumed, permisosOf = () => [] }: LinkEnd,
): Promise<JobSubject> {
  const ended = { linkId: job.linkId ?? "", jobId: job.id };
  const attempt = await openAttempt(ctx, ended);
  // The try was returned because no worker took the job for too long: what was typed is deleted.
  if (attempt === null) throw new AppError("connection_credential_required");
  const { vault, secret } = ctx;
  // Kept from the login to the end of the try: the last transaction opens nothing, and seals it
  // again.
  let typed: CredentialFields | null = null;
  return {
    companyRut: attempt.companyRut,
    loginIdentity: attempt.loginIdentity,
    secretHash: null,
    withFields: async (use) => use((typed = await openCredential(ctx, job))),
    entered: ({ company: { cuenta }, credential, permisos = [] }) => {
      if (credential !== undefined) typed = credential;
      if (cuenta !== undefined && !isAccount(ctx, attempt, cuenta)) {
        throw new AppError("connection_identity_mismatch");
      }
      const refused = permisosOf(attempt.alcances).some((one) => !permisos.includes(one));
      if (refused) throw new AppError("forbidden");
    },
    proven: async (tx, company) => {
      const fields = typed ?? (await openCredential(ctx, job));
      const proven = { ...ended, company, verified, fields };
      await consumeLink({ ...tx, vault, secret }, proven, afterConsumed);
    },
    failed: (tx, reason) => {
      const failure = isFailure(reason) ? failures[reason] : (codes[reason] ?? "error");
      return failAttempt(tx, { ...ended, failure });
    },
  };
}

/** A connection keeps its account when it is allowed again. */
function isAccount(
  { secret }: Pick<LinkSubjectContext, "secret">,
  { connector, cuenta: kept }: { connector: string; cuenta: Buffer | null },
  cuenta: string,
): boolean {
  const { identities } = knownLoginOf(secret, connector, { cuenta });
  return kept === null || identities.some((hash) => hash.equals(kept));
}

function isFailure(reason: string): reason is LoginFailure {
  return Object.hasOwn(failures, reason);
}
