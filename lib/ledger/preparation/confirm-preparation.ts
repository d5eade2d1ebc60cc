import { and, eq, isNull, ne } from "drizzle-orm";
import { type Context, type InTransaction, withTx } from "#lib/db/context.ts";
import { lockMembership, mayIssue } from "#lib/identity/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { operations, type PreparationRow, preparations } from "../ledger.sql.ts";
import { validityOf } from "./use-preparation.ts";

/** `changed`: the document is not the one that the person saw, and nothing was decided. */
type Decision = { kind: "decided" } | { kind: "changed" };

/** A person of the organization allows anyone who has the previewRef to issue the document. */
export function confirmPreparation(
  ctx: Context,
  previewRef: string,
  { seenHash }: { seenHash: string },
): Promise<Decision> {
  return decide(ctx, previewRef, async (tx, row, { isConfirmed }) => {
    if (row.documentHash !== seenHash) return { kind: "changed" };
    if (isConfirmed) return { kind: "decided" };
    await tx.db.orm
      .update(preparations)
      .set({ state: "confirmed", confirmedBy: ctx.actor.id })
      .where(eq(preparations.id, row.id));
    return { kind: "decided" };
  });
}

/**
 * A person decides that nobody may issue it: neither its maker, nor anyone who was allowed to
 * before.
 */
export async function rejectPreparation(ctx: Context, previewRef: string): Promise<void> {
  await decide(ctx, previewRef, async (tx, row) => {
    await tx.db.orm
      .update(preparations)
      .set({ state: "pending", confirmedBy: null, rejectedBy: ctx.actor.id })
      .where(eq(preparations.id, row.id));
    return { kind: "decided" };
  });
}

/** Expired, used, annulled and rejected previews are decided for good. */
function decide(
  ctx: Context,
  previewRef: string,
  act: (
    tx: InTransaction<Context>,
    row: PreparationRow,
    validity: Awaited<ReturnType<typeof validityOf>>,
  ) => Promise<Decision>,
): Promise<Decision> {
  return withTx(ctx, async (tx) => {
    await requireIssuer(tx);
    const own = and(
      eq(preparations.organizationId, ctx.organization.id),
      eq(preparations.id, previewRef),
    );
    const [row] = await tx.db.orm.select().from(preparations).where(own).for("update");
    if (row === undefined || row.documentHash === null || row.state === "consumed") {
      throw new AppError("tributario_preview_token_invalid");
    }
    if (row.expiresAt <= ctx.clock.now()) throw new AppError("tributario_preview_token_expired");
    if (await isUnderWay(tx, row)) throw new AppError("tributario_preview_token_invalid");
    if (row.rejectedBy !== null) {
      throw new AppError("forbidden", { details: { reason: "rechazada" } });
    }
    const validity = await validityOf(tx, row.id);
    if (validity.isAnnulled) throw new AppError("tributario_preview_token_invalid");
    return act(tx, row, validity);
  });
}

/** Its emission was started: a person's decision comes too late. */
async function isUnderWay(
  { db }: InTransaction<Context>,
  { id }: PreparationRow,
): Promise<boolean> {
  const own = and(eq(operations.preparationId, id), ne(operations.state, "released"));
  return (await db.orm.$count(operations, own)) > 0;
}

/**
 * Signed in, and by their role: no key and no token decides, not even one of the person who granted
 * it.
 */
async function requireIssuer(tx: InTransaction<Context>): Promise<void> {
  const membership = await lockMembership(tx, tx.actor);
  if (membership !== null && mayIssue(membership)) return;
  throw new AppError("forbidden", { details: { reason: "a person who may issue confirms" } });
}

/**
 * Records that a preview waits for a person, and says where that person finds it. The link alone
 * opens nothing.
 */
export async function askForPerson(
  ctx: Context & { baseUrl: string },
  previewRef: string,
): Promise<AppError> {
  const { organization, clock } = ctx;
  await withTx(ctx, ({ db }) =>
    db.orm
      .update(preparations)
      .set({ confirmationAskedAt: clock.now() })
      .where(
        and(
          eq(preparations.organizationId, organization.id),
          eq(preparations.id, previewRef),
          isNull(preparations.confirmationAskedAt),
        ),
      ),
  );
  const page = `/dashboard/${organization.id}/confirmaciones/${previewRef}`;
  const url = new URL(page, ctx.baseUrl).href;
  return new AppError("tributario_preparation_confirmation_required", {
    details: { previewRef, url },
  });
}
