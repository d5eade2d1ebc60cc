import {
  findConnection,
  lockConnections,
  markDeleted,
  noSuchConnection,
} from "#lib/connections/index.ts";
import { withTx, type Context, type InTransaction, type SystemContext } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { findOpenOutcome } from "#lib/ledger/index.ts";
import { dropFromLimits, requireRole } from "#lib/identity/index.ts";
import { cancelJobsOf, lockJobsOf } from "#lib/jobs/index.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { annulLinksOf } from "#lib/links/index.ts";
import { findOpenClosing } from "#lib/acts/folders/index.ts";
import { disableEndpointsOf, endDeliveriesOf } from "#lib/webhooks/index.ts";

export type Deleted =
  | { kind: "deleted" }
  /** It is not known yet whether its document was issued or annulled: nothing was changed. */
  | { kind: "outcome_unknown"; operationId: string };

/** For an operator who knows that the outcome will never be known. */
interface Abandons {
  abandonUnknown?: boolean;
}

/**
 * For an owner, or an operator. From the next call on its id no longer exists, and its company can
 * be connected again. Housekeeping erases its data; the ledger and the audit stay.
 */
export async function deleteConnection(
  ctx: Context,
  id: string,
  { abandonUnknown = false }: Abandons = {},
): Promise<Deleted> {
  const deleted = await repeatUndone(() =>
    withTx(ctx, async (tx): Promise<Deleted> => {
      await requireRole(tx, ["owner"]);
      if ((await findConnection(tx, id)) === null) throw noSuchConnection();
      const connection = { organizationId: tx.organization.id, connectionId: id };
      const operationId = abandonUnknown ? null : await lockOpenOutcome(tx, connection);
      if (operationId !== null) return { kind: "outcome_unknown", operationId };
      await takeDown(tx, connection);
      return { kind: "deleted" };
    }),
  );
  ctx.log.info("connections.delete", { connection: id, outcome: deleted.kind });
  if (deleted.kind === "deleted") logDone(ctx.log, { act: "connection.deleted", subject: id });
  return deleted;
}

interface OfConnection {
  organizationId: string;
  connectionId: string;
}

/** A worker that is about to send waits for this transaction, and then no longer holds its job. */
export async function lockOpenOutcome(
  tx: InTransaction<SystemContext>,
  connection: OfConnection,
): Promise<string | null> {
  await lockConnections(tx, [connection.connectionId]);
  await lockJobsOf(tx, connection.connectionId);
  return findOpen(tx, connection);
}

/** What only a visit can find out or end: an unknown outcome, a folder to be closed. */
export async function findOpen(
  tx: InTransaction<SystemContext>,
  of: { organizationId: string; connectionId?: string },
): Promise<string | null> {
  return (await findOpenOutcome(tx, of)) ?? findOpenClosing(tx, of);
}

/** Ends everything that uses the connection, in the transaction that hides it. */
export async function takeDown(
  tx: InTransaction<SystemContext>,
  { organizationId, connectionId }: OfConnection,
): Promise<void> {
  await lockConnections(tx, [connectionId]);
  await cancelJobsOf(tx, connectionId);
  await annulLinksOf(tx, connectionId);
  // Deliveries before endpoints, the order in which a drain writes its results.
  await endDeliveriesOf(tx, { organizationId, connectionId });
  await disableEndpointsOf(tx, { organizationId, connectionId });
  await dropFromLimits(tx, organizationId, connectionId);
  await markDeleted(tx, connectionId);
}
