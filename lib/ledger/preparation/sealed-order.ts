import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { withSystemTx } from "#lib/db/context.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import { canonicalJson } from "#lib/kernel/canonical-json.ts";
import { openJson, sealJson, type SealedPlace, type Vault } from "#lib/vault/index.ts";
import { preparations, type OperationRow, type PreparationRow } from "../ledger.sql.ts";

interface Place {
  organizationId: string;
  id: string;
}

/**
 * What a preparation is about, sealed: it names people and what they buy. Only its act reads it.
 */
export function sealOrder(
  { vault }: { vault: Vault },
  place: Place,
  order: unknown,
): Promise<Buffer> {
  return sealJson(vault, placeOf(place), order);
}

export function openOrder(
  { vault }: { vault: Vault },
  row: Place & { document: Buffer },
): Promise<unknown> {
  return openJson(vault, placeOf(row), row.document);
}

/** The same for an operation for which nothing was prepared. */
export function sealAsked({ vault }: { vault: Vault }, place: Place, order: unknown) {
  return sealJson(vault, askedPlaceOf(place), order);
}

export async function openAsked(
  { vault }: { vault: Vault },
  row: Place & { asked: Buffer | null },
): Promise<unknown> {
  if (row.asked === null) throw new TypeError("nothing is kept of what was asked for");
  return openJson(vault, askedPlaceOf(row), row.asked);
}

function askedPlaceOf({ organizationId, id }: Place): SealedPlace {
  return { organizationId, purpose: "answer", table: "operations", column: "asked", row: id };
}

function placeOf({ organizationId, id }: Place): SealedPlace {
  return { organizationId, purpose: "answer", table: "preparations", column: "document", row: id };
}

/** Hashes a value: the same for equal values, whatever the order of their fields. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}

/** The preparation that an operation came from, or that a job is about. */
export async function preparationOf(
  ctx: WorkerContext,
  { organizationId, preparationId }: Pick<OperationRow, "organizationId" | "preparationId">,
): Promise<PreparationRow> {
  if (preparationId === null) throw new TypeError("an operation without a preparation");
  const [row] = await withSystemTx(ctx, ({ db }) =>
    db.orm
      .select()
      .from(preparations)
      .where(
        and(eq(preparations.organizationId, organizationId), eq(preparations.id, preparationId)),
      ),
  );
  if (row === undefined) throw new TypeError("nothing was prepared under this id");
  return row;
}
