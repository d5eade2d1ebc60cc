import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { requireLiveCredential } from "#lib/connections/index.ts";
import type { FolderOrder } from "#lib/contract/index.ts";
import { actorRow } from "#lib/db/actors.ts";
import type { InTransaction } from "#lib/db/context.ts";
import { hourMs } from "#lib/kernel/clock.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import {
  hashOf,
  operate,
  type ActCall,
  type ActingConnection,
  type LedgerContext,
  type OperationAnswer,
} from "#lib/ledger/index.ts";
import { operations } from "#lib/ledger/ledger.sql.ts";
import { folderTerms } from "./terms.ts";
import { recipientsOf } from "./recipients.ts";
import { requireFoldersOn } from "./settings.ts";
import { taxFolderRequests, type RecipientRow } from "./tax-folders.sql.ts";
import type { NewFolder } from "./folder-request.ts";

interface FolderCall extends ActCall {
  input: NewFolder;
}

type Tx = InTransaction<LedgerContext>;

/** Has the portal make a folder for the confirmed recipient, once per key. */
export function requestFolder(
  ctx: LedgerContext,
  connection: ActingConnection,
  call: FolderCall,
): Promise<OperationAnswer> {
  const { input } = call;
  const solicitudId = newId("carp", ctx.clock.now());
  const asked: { recipient: RecipientRow | null } = { recipient: null };
  return operate(ctx, connection, {
    ...call,
    kind: "carpeta",
    terms: folderTerms,
    waitSeconds: input.esperarSegundos,
    async describe(tx) {
      requireLiveCredential(connection);
      await requireFoldersOn(tx);
      const recipient = await confirmedRecipient(tx);
      await requireNothingOpen(tx, connection);
      asked.recipient = recipient;
      const order = orderOf(input, recipient);
      return {
        subjectId: solicitudId,
        looksLike: likenessOf(order),
        documentHash: hashOf(order),
      };
    },
    async reserve(tx, row) {
      const { recipient } = asked;
      if (recipient === null) throw new TypeError("reserved before it was described");
      const now = tx.clock.now();
      await tx.db.orm.insert(taxFolderRequests).values({
        id: solicitudId,
        organizationId: tx.organization.id,
        connectionId: connection.id,
        operationId: row.id,
        ...actorRow(tx.actor),
        kind: input.tipo,
        parts: input.partes,
        purpose: input.finalidad,
        revision: recipient.revision,
        institution: recipient.institution,
        recipient: recipient.name,
        mail: recipient.mail,
        delivery: recipient.delivery,
        state: "pendiente",
        downloads: 0,
        expiresAt: new Date(now.getTime() + input.vigenciaHoras * hourMs),
        createdAt: now,
        updatedAt: now,
      });
    },
  });
}

async function confirmedRecipient(tx: Tx): Promise<RecipientRow> {
  const { confirmed, proposed } = await recipientsOf(tx);
  if (confirmed !== null) return confirmed;
  throw new AppError("collection_configuration_missing", {
    details: { estado: proposed === null ? "ninguno" : "pendiente" },
  });
}

/** Refuses another one while it is unknown whether an earlier one was made, or is closed. */
async function requireNothingOpen(tx: Tx, connection: ActingConnection): Promise<void> {
  const [open] = await tx.db.orm
    .select({
      id: taxFolderRequests.id,
      state: taxFolderRequests.state,
      actorKind: taxFolderRequests.actorKind,
      actorId: taxFolderRequests.actorId,
    })
    .from(taxFolderRequests)
    .innerJoin(operations, eq(operations.id, taxFolderRequests.operationId))
    .where(
      and(
        eq(taxFolderRequests.organizationId, tx.organization.id),
        eq(taxFolderRequests.connectionId, connection.id),
        inArray(taxFolderRequests.state, ["inconclusa", "cerrando"]),
        // A person went on without knowing.
        or(ne(taxFolderRequests.state, "inconclusa"), isNull(operations.setAsideAt)),
      ),
    )
    // What may be duplicated comes first.
    .orderBy(sql`${taxFolderRequests.state} desc`)
    .limit(1);
  if (open === undefined) return;
  const isOwn = open.actorKind === tx.actor.kind && open.actorId === tx.actor.id;
  throw open.state === "inconclusa"
    ? new AppError("collection_inconclusive", {
        ...(isOwn && { details: { solicitudId: open.id } }),
      })
    : new AppError("collection_cleanup_pending", {
        ...(isOwn && { details: { solicitudId: open.id } }),
      });
}

function orderOf(
  { tipo, partes }: NewFolder,
  { institution, name, mail }: RecipientRow,
): FolderOrder {
  return { tipo, partes, destinatario: { institucion: institution, nombre: name, correo: mail } };
}

/** What the portal's list shows of it. */
function likenessOf({ tipo, destinatario }: FolderOrder): string {
  return hashOf([tipo, destinatario.nombre, destinatario.correo]);
}
