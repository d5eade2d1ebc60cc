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
import { minuteMs } from "#lib/kernel/clock.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { lockOpenOutcome, takeDown } from "./delete-connection.ts";
import { connectionErasures, organizationErasures } from "./erasures.ts";

interface Bounds {
  /** The most rows per statement. */
  rows: number;
  /** The most statements per run: the next one continues. */
  statements: number;
  /** The most connections per run, and organizations per page. */
  subjects: number;
}

const usual: Bounds = { rows: 2_000, statements: 100, subjects: 50 };

/** By then, a call that found the connection before its deletion has written its last row. */
const quietMs = 15 * minuteMs;

interface Subject {
  erasures: readonly Erasure[];
  values: readonly unknown[];
  noteErased(): Promise<void>;
}

/**
 * Run by housekeeping every minute: deleted data leaves every table in batches, each with its own
 * commit. A run that dies keeps what it erased, and the next one continues.
 */
export async function eraseDeleted(ctx: SystemContext, given: Partial<Bounds> = {}): Promise<void> {
  const bounds = { ...usual, ...given };
  const now = ctx.clock.now();
  for await (const id of dueOrganizations(ctx, now, bounds)) {
    await takeDownOrganization(ctx, id);
  }
  const quietSince = new Date(now.getTime() - quietMs);
  let left = bounds.statements;
  for (const { id, organizationId } of await connectionsToErase(ctx, quietSince, bounds.subjects)) {
    const values = [organizationId, bounds.rows, id];
    const noteErased = () => noteConnectionErased(ctx, id);
    left = await erase(ctx, { erasures: connectionErasures, values, noteErased }, left);
  }
  for await (const id of dueOrganizations(ctx, quietSince, bounds)) {
    if (left <= 0) return;
    if (!(await areErased(ctx, id))) continue;
    const values = [id, bounds.rows];
    const noteErased = () => noteOrganizationErased(ctx, id);
    left = await erase(ctx, { erasures: organizationErasures, values, noteErased }, left);
  }
}

/** Every due organization, so that those that are put off do not keep later ones waiting. */
async function* dueOrganizations(
  ctx: SystemContext,
  by: Date,
  { subjects: most }: Bounds,
): AsyncGenerator<string> {
  let after: string | null = null;
  do {
    const page: { id: string }[] = await organizationsToErase(ctx, by, { most, after });
    for (const { id } of page) yield id;
    after = page.at(-1)?.id ?? null;
  } while (after !== null);
}

/** Returns how many statements the run has left. */
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

/** Its time has come. An unknown outcome postpones it until the lists that show it are read. */
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
