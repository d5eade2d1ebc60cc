import {
  areErased,
  connectionIdsOf,
  connectionsToErase,
  noteConnectionErased,
} from "#lib/connections/index.ts";
import { withSystemTx, type SystemContext } from "#lib/db/context.ts";
import type { Erasure } from "#lib/db/erasures.ts";
import {
  closeOrganization,
  noteOrganizationErased,
  organizationsToErase,
} from "#lib/identity/index.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { lockOpenOutcome, takeDown } from "./delete-connection.ts";
import { connectionErasures, organizationErasures } from "./erasures.ts";

interface Bounds {
  /** Of one statement. */
  rows: number;
  /** Of one run: the next one goes on. */
  statements: number;
}

const usual: Bounds = { rows: 2_000, statements: 100 };
const mostSubjects = 50;

/** A call that found the connection before it was deleted has written its last by then. */
const quietMs = 15 * 60_000;

interface Subject {
  erasures: readonly Erasure[];
  values: readonly unknown[];
  noteErased(): Promise<void>;
}

/**
 * Housekeeping's, each minute: what was deleted leaves every table, a piece at a time, each committed
 * by itself. A run that dies has erased what it erased, and the next one goes on.
 */
export async function eraseDeleted(ctx: SystemContext, bounds: Bounds = usual): Promise<void> {
  const now = ctx.clock.now();
  for (const { id } of await organizationsToErase(ctx, now, mostSubjects)) {
    await takeDownOrganization(ctx, id);
  }
  const quietSince = new Date(now.getTime() - quietMs);
  let left = bounds.statements;
  for (const { id, organizationId } of await connectionsToErase(ctx, quietSince, mostSubjects)) {
    const values = [organizationId, bounds.rows, id];
    const noteErased = () => noteConnectionErased(ctx, id);
    left = await erase(ctx, { erasures: connectionErasures, values, noteErased }, left);
  }
  for (const { id } of await organizationsToErase(ctx, quietSince, mostSubjects)) {
    if (!(await areErased(ctx, id))) continue;
    const values = [id, bounds.rows];
    const noteErased = () => noteOrganizationErased(ctx, id);
    left = await erase(ctx, { erasures: organizationErasures, values, noteErased }, left);
  }
}

/** Answers how many statements are left to the run. */
async function erase(
  ctx: SystemContext,
  { erasures, values, noteErased }: Subject,
  statements: number,
): Promise<number> {
  let left = statements;
  for (const erasure of erasures) {
    for (let chosen = 1; chosen > 0; left -= 1) {
      if (left <= 0) return 0;
      const [row] = await withSystemTx(ctx, ({ db }) => db.run<{ rows: number }>(erasure, values));
      chosen = row?.rows ?? 0;
      if (chosen > 0) crashPoint("erasure.after_piece");
    }
  }
  await noteErased();
  return left;
}

/** Its time has come. An outcome that nobody knows yet puts it off, until the lists are read that tell. */
async function takeDownOrganization(ctx: SystemContext, organizationId: string): Promise<void> {
  await withSystemTx(ctx, async (tx) => {
    const connectionIds = await connectionIdsOf(tx, organizationId);
    for (const connectionId of connectionIds) {
      const operationId = await lockOpenOutcome(tx, { organizationId, connectionId });
      if (operationId === null) continue;
      ctx.log.warn("erasure.put_off", { organization: organizationId, operation: operationId });
      return;
    }
    if (!(await closeOrganization(tx, organizationId))) return;
    for (const connectionId of connectionIds) await takeDown(tx, { organizationId, connectionId });
  });
}
