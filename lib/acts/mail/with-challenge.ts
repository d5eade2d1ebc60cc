import { connectionOf, type ToolConnection } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { ActContext } from "#lib/ledger/index.ts";
import { challengeLink } from "#lib/links/index.ts";

/** Where a person has to allow something, the answer says where. */
export async function withChallenge<T>(
  ctx: ActContext,
  modulo: string,
  work: (connection: ToolConnection) => Promise<T>,
): Promise<T> {
  const connection = connectionOf(ctx);
  try {
    return await work(connection);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, details } = error;
    const isMissing = code === "forbidden" && details?.["reason"] === "provider_scope_missing";
    // A worker may find that a credential was revoked after the call began.
    const isGone = ["connected_account_required", "connection_credential_required"].includes(code);
    if (!isMissing && !isGone) throw error;
    const challenge = await challengeLink(ctx, connection);
    throw isMissing
      ? new AppError("forbidden", { details: { modulo, ...details, challenge } })
      : new AppError("connected_account_required", { details: { challenge } });
  }
}
