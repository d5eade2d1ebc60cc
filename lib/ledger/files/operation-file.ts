import { createHash } from "node:crypto";
import { and, eq, lte, type SQL } from "drizzle-orm";
import { requireLiveCredential } from "#lib/connections/index.ts";
import { type Context, type InTransaction, type SystemContext, withTx } from "#lib/db/context.ts";
import { startJobOn } from "#lib/jobs/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { SealedPlace, Vault } from "#lib/vault/index.ts";
import type { ActTerms, FetchedFile } from "../act.ts";
import type { ActingConnection, LedgerContext } from "../ledger-context.ts";
import { operationFiles, type OperationRow } from "../ledger.sql.ts";
import { findOwn } from "../operation/find-operation.ts";
import { checkWaiting, waitForVisit } from "../visits/wait-for-visit.ts";

/** One file of what was done, in the version that was fetched. */
export interface FileRef {
  operationId: string;
  /** The act's name for it. */
  kind: string;
  version: number;
}

/** What most have: one file, which never changes. */
const only = { kind: "pdf", version: 1 } as const;

/** The file that `operationFile` returns, as a link names it. */
export function fileOf(
  { id }: Pick<OperationRow, "id">,
  { kind, version }: Omit<FileRef, "operationId"> = only,
): FileRef {
  return { operationId: id, kind, version };
}

/**
 * A file of what was done: stored from the first time on, fetched from the portal before that if
 * allowed.
 */
export async function operationFile(
  ctx: LedgerContext,
  terms: ActTerms,
  connection: ActingConnection,
  {
    operacionId,
    whyNotFetch,
    name = only,
  }: { operacionId: string; whyNotFetch: AppError | null; name?: Omit<FileRef, "operationId"> },
): Promise<{ row: OperationRow; bytes: Buffer }> {
  const own = { connectionId: connection.id, operacionId };
  const { row } = await findOwn(ctx, terms, own);
  if (row.state !== "done") throw new AppError(terms.words.notFound);
  const file = fileOf(row, name);
  const kept = await openStored(ctx, file);
  if (kept !== null) return { row, bytes: kept };
  if (whyNotFetch !== null) throw whyNotFetch;
  requireLiveCredential(connection);
  const jobId = await withTx(ctx, async (tx) => {
    await checkWaiting(tx, connection.id);
    return startJobOn(tx, connection, { kind: "pdf", targetId: row.id });
  });
  await waitForVisit(ctx, jobId);
  const after = await findOwn(ctx, terms, own);
  const bytes = await openStored(ctx, file);
  if (bytes === null) throw new AppError("upstream_unexpected_response");
  return { row: after.row, bytes };
}

export function sealFile(
  { vault }: { vault: Vault },
  row: OperationRow,
  { bytes, ...name }: FetchedFile,
): Promise<Buffer> {
  return vault.seal(placeOf(row.organizationId, fileOf(row, name)), bytes);
}

/** Stored from now on: the next call does not visit. */
export async function storeFile(
  tx: InTransaction<SystemContext>,
  terms: ActTerms,
  row: OperationRow,
  { bytes, sealed, kind, version, keptDays }: FetchedFile & { sealed: Buffer },
): Promise<void> {
  const { organizationId, id: operationId } = row;
  const now = tx.clock.now();
  const file = {
    kind,
    version,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    sizeBytes: bytes.length,
  };
  const expiresAt = keptDays === null ? null : new Date(now.getTime() + keptDays * dayMs);
  const set = { ...file, sealed, createdAt: now, expiresAt };
  const kept = await tx.db.orm
    .insert(operationFiles)
    .values({ organizationId, operationId, ...set })
    // Two that were fetched at once are the same file. One past its term only waits for
    // housekeeping.
    .onConflictDoUpdate({
      target: [operationFiles.operationId, operationFiles.kind, operationFiles.version],
      set,
      setWhere: lte(operationFiles.expiresAt, now),
    })
    .returning({ version: operationFiles.version });
  if (kept.length > 0) await terms.fileStored?.(tx, row, file);
}

/** A file that is stored and within its term; null when there is none. */
export async function openStored(
  ctx: Context & { vault: Vault },
  file: FileRef,
): Promise<Buffer | null> {
  const organizationId = ctx.organization.id;
  const [kept] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ sealed: operationFiles.sealed, expiresAt: operationFiles.expiresAt })
      .from(operationFiles)
      .where(and(eq(operationFiles.organizationId, organizationId), isFile(file))),
  );
  if (kept === undefined) return null;
  if (kept.expiresAt !== null && kept.expiresAt <= ctx.clock.now()) return null;
  return ctx.vault.open(placeOf(organizationId, file), kept.sealed);
}

/**
 * For an act whose files only some programs may open: kept until that instant, and not announced.
 */
export async function storePrivately(
  { vault, ...tx }: InTransaction<SystemContext> & { vault: Vault },
  organizationId: string,
  { bytes, expiresAt, ...file }: FileRef & { bytes: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.db.orm.insert(operationFiles).values({
    organizationId,
    ...file,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    sizeBytes: bytes.length,
    sealed: await vault.seal(placeOf(organizationId, file), bytes),
    createdAt: tx.clock.now(),
    expiresAt,
  });
}

/** Nothing of it is left from here on: its row goes with the others that are past their term. */
export async function destroyFile(
  { db, clock }: InTransaction<SystemContext>,
  file: FileRef,
): Promise<void> {
  await db.orm
    .update(operationFiles)
    .set({ sealed: Buffer.alloc(0), expiresAt: clock.now() })
    .where(isFile(file));
}

/** Its row among the files. */
export function isFile({ operationId, kind, version }: FileRef): SQL | undefined {
  return and(
    eq(operationFiles.operationId, operationId),
    eq(operationFiles.kind, kind),
    eq(operationFiles.version, version),
  );
}

/** The most sensitive file has a purpose of its own, which fewer programs may open. */
const purposes: Readonly<Record<string, SealedPlace["purpose"]>> = { carpeta: "folder" };

function placeOf(organizationId: string, { operationId, kind, version }: FileRef): SealedPlace {
  const row = `${operationId}/${kind}/${version}`;
  const purpose = purposes[kind] ?? "answer";
  return { organizationId, purpose, table: "operation_files", column: "sealed", row };
}
