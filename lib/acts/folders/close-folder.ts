import { eq } from "drizzle-orm";
import { findConnection, lockConnections, requireLiveCredential } from "#lib/connections/index.ts";
import { longestWaitSeconds } from "#lib/contract/index.ts";
import { withTx, type InTransaction } from "#lib/db/context.ts";
import { waitForJob, wakeWorker } from "#lib/jobs/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { startClosing, type ActingConnection, type LedgerContext } from "#lib/ledger/index.ts";
import { operations } from "#lib/ledger/ledger.sql.ts";
import { beginToClose } from "./closing.ts";
import { lockOwn } from "./find-request.ts";
import { requireClosable } from "./require-closable.ts";
import type { FolderRequestRow } from "./tax-folders.sql.ts";

/**
 * Ends its recipient's access. Our copy goes at once; it is closed when the portal shows it as
 * revoked. Asking twice does no harm.
 */
export async function closeFolder(
  ctx: LedgerContext,
  connection: ActingConnection,
  solicitudId: string,
): Promise<{ estado: "cerrada" }> {
  const wanted = { connectionId: connection.id, solicitudId };
  const jobId = await withTx(ctx, async (tx) => {
    // Before the request: a deletion of the connection locks it first too, and asks what is being
    // closed.
    await lockConnections(tx, [connection.id]);
    if ((await findConnection(tx, connection.id)) === null) {
      throw new AppError("collection_not_found");
    }
    const row = await lockOwn(tx, wanted);
    requireClosable(tx, row);
    if (row.state === "cerrada") return null;
    await beginToClose(tx, row);
    return connection.credencial === "viva" ? start(tx, row) : null;
  });
  if (jobId !== null) {
    await wakeWorker({ ...ctx, queue: ctx.emissionQueue }, jobId, ctx.organization.id);
    // However it ended: what counts is the request's new state.
    await waitForJob(ctx, jobId, longestWaitSeconds);
  }
  const { state } = await withTx(ctx, (tx) => lockOwn(tx, wanted));
  if (state === "cerrada") return { estado: "cerrada" };
  requireLiveCredential(connection);
  throw new AppError("collection_cleanup_pending", { details: { solicitudId } });
}

async function start(tx: InTransaction<LedgerContext>, row: FolderRequestRow): Promise<string> {
  const [operation] = await tx.db.orm
    .select()
    .from(operations)
    .where(eq(operations.id, row.operationId));
  if (operation === undefined) throw new TypeError("a folder without its operation");
  const { requestId, actor } = tx;
  return startClosing(tx, operation, { requestId, actor });
}
