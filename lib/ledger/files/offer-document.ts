import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, lte } from "drizzle-orm";
import { actorRow } from "#lib/db/actors.ts";
import { ofKnownConnection } from "#lib/db/columns.ts";
import { withSystemTx, withTx, type Context, type SystemContext } from "#lib/db/context.ts";
import { hourMs, minuteMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { operationFiles, operations } from "../ledger.sql.ts";
import { isFile, openStored, type FileRef } from "./operation-file.ts";
import { documentTickets } from "../tickets.sql.ts";

const validMs = 5 * minuteMs;

interface DocumentLink {
  url: string;
  expiraEn: string;
}

/**
 * A link that delivers a stored file: once, within five minutes, to the credential that asks now.
 */
export async function offerDocument(
  ctx: Context & { baseUrl: string },
  { name, ...file }: FileRef & { name: string },
): Promise<DocumentLink> {
  const ticket = randomBytes(32).toString("base64url");
  const createdAt = ctx.clock.now();
  const expiresAt = await withTx(ctx, async ({ db }) => {
    const [kept] = await db.orm
      .select({ until: operationFiles.expiresAt })
      .from(operationFiles)
      .where(isFile(file));
    // A file that ends before its link would be requested in vain.
    const ends = [createdAt.getTime() + validMs, kept?.until?.getTime() ?? Infinity];
    const until = new Date(Math.min(...ends));
    await db.orm.insert(documentTickets).values({
      ...file,
      hash: hashOf(ticket),
      organizationId: ctx.organization.id,
      name,
      ...actorRow(ctx.actor),
      createdAt,
      expiresAt: until,
    });
    return until;
  });
  const url = `${ctx.baseUrl}/v1/documents/${ticket}`;
  return { url, expiraEn: expiresAt.toISOString() };
}

interface OfferedDocument extends FileRef {
  hash: Buffer;
  name: string;
  /** Its system. */
  connector: string;
}

/** What a link would deliver to this caller now. It stays valid until it is taken. */
export async function findOffered(ctx: Context, ticket: string): Promise<OfferedDocument> {
  const [found] = await withTx(ctx, ({ db }) =>
    db.orm
      .select({ ticket: documentTickets, connector: operations.connector })
      .from(documentTickets)
      .innerJoin(operations, eq(operations.id, documentTickets.operationId))
      .where(
        and(
          eq(documentTickets.organizationId, ctx.organization.id),
          eq(documentTickets.hash, hashOf(ticket)),
          isNull(documentTickets.takenAt),
          ofKnownConnection(ctx, operations.connectionId),
        ),
      ),
  );
  if (found === undefined) throw new AppError("collection_not_found");
  const { actorKind, actorId, expiresAt, hash, operationId, kind, version, name } = found.ticket;
  if (actorKind !== ctx.actor.kind || actorId !== ctx.actor.id) {
    throw new AppError("collection_scope_forbidden");
  }
  if (expiresAt <= ctx.clock.now()) throw new AppError("collection_expired");
  return { hash, operationId, kind, version, name, connector: found.connector };
}

/** If two take it at once, one gets it. */
export async function takeOffered(
  ctx: Context & { vault: Vault },
  { hash, ...file }: OfferedDocument,
): Promise<Buffer> {
  const taken = await withTx(ctx, ({ db }) =>
    db.orm
      .update(documentTickets)
      .set({ takenAt: ctx.clock.now() })
      .where(and(eq(documentTickets.hash, hash), isNull(documentTickets.takenAt)))
      .returning({ hash: documentTickets.hash }),
  );
  const bytes = taken.length === 0 ? null : await openStored(ctx, file);
  if (bytes === null) throw new AppError("collection_not_found");
  return bytes;
}

/** An hour after its end nobody asks any more why a link has ended. */
export async function dropOldTickets(ctx: SystemContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - hourMs);
  await withSystemTx(ctx, ({ db }) =>
    db.orm.delete(documentTickets).where(lte(documentTickets.expiresAt, before)),
  );
}

function hashOf(ticket: string): Buffer {
  return createHash("sha256").update(ticket).digest();
}
