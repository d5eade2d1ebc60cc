import { setTimeout as pause } from "node:timers/promises";
import {
  type CredentialFields,
  giveUpRenewal,
  holdRenewal,
  keepRenewed,
  readRenewal,
  takeRenewal,
} from "#lib/connections/index.ts";
import type { AskForTokens, LoginHooks } from "#lib/contract/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { CredentialBroker } from "#lib/platform/credential-broker.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { ClaimedJob } from "../claim-job.ts";
import { requireHeld, type HeldJob } from "../held-job.ts";
import { waitFor } from "../start-job.ts";

/** What the job logs in with. A worker that lost the job stops here, before any login. */
export async function openCredential(
  ctx: SystemContext & { broker: CredentialBroker },
  job: HeldJob,
): Promise<CredentialFields> {
  const fields = await ctx.broker.open({ id: job.id, token: job.token });
  if (fields !== null) return fields;
  await withSystemTx(ctx, (tx) => requireHeld(tx, job));
  // Forgotten meanwhile, by its owner.
  throw new AppError("connection_credential_required");
}

type Renewer = SystemContext & {
  broker: CredentialBroker;
  vault: Vault;
  secret: ServiceSecret;
};

/** Longer than the lease of a worker that died while it asked. */
const waitSeconds = 45;
const retryPausesMs = [100, 1_000, 4_000];

/**
 * New tokens for a job. Of several workers one asks the provider; the others wait until its tokens
 * are committed, and use those.
 */
export function renewalOf(
  ctx: Renewer,
  job: ClaimedJob,
  handed: number,
): NonNullable<LoginHooks["renewed"]> {
  return async (ask) => {
    const renewed = await waitFor(
      () => renewOrRead(ctx, job, handed, ask),
      (fields) => fields !== null,
      waitSeconds,
    );
    if (renewed === null) throw new AppError("connection_busy");
    return renewed;
  };
}

/** Null while another worker is asking. */
async function renewOrRead(
  ctx: Renewer,
  job: ClaimedJob,
  handed: number,
  ask: AskForTokens,
): Promise<CredentialFields | null> {
  const connectionId = job.connectionId ?? "";
  const found = await readRenewal(ctx, connectionId);
  if (found === null || found.credencial !== "viva") {
    throw new AppError("connected_account_required");
  }
  if (found.version > handed) return openCredential(ctx, job);
  const held = { connectionId, version: handed, renewer: `${job.id}:${job.token}` };
  if (!(await takeRenewal(ctx, held))) return null;
  return renew(ctx, job, held, ask);
}

async function renew(
  ctx: Renewer,
  job: ClaimedJob,
  held: Parameters<typeof takeRenewal>[1],
  ask: AskForTokens,
): Promise<CredentialFields | null> {
  crashPoint("tokens.before_ask");
  let fields: CredentialFields;
  try {
    const kept = await openCredential(ctx, job);
    // Renewing a token of another version would rotate it, and its successor would be lost.
    if (!(await holdRenewal(ctx, held))) return null;
    fields = await ask(kept);
  } catch (error) {
    const revoked = error instanceof AppError && error.code === "connected_account_required";
    await giveUpRenewal(ctx, held, { revoked });
    throw error;
  }
  crashPoint("tokens.before_commit");
  const isKept = await surely(ctx, () => keepRenewed(ctx, held, job, fields));
  crashPoint("tokens.after_commit");
  return isKept ? fields : null;
}

/**
 * The old tokens are useless by now: if the database is briefly unavailable, the commit is retried.
 */
async function surely<T>(ctx: SystemContext, commit: () => Promise<T>): Promise<T> {
  for (const pauseMs of retryPausesMs) {
    try {
      return await commit();
    } catch (error) {
      ctx.log.warn("tokens.not_kept_yet", { error });
      await pause(pauseMs);
    }
  }
  return commit();
}
