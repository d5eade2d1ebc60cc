import { and, eq, isNull, ne } from "drizzle-orm";
import type { FolderKey, FolderOrder, ListedFolder, TaxFolders } from "#lib/contract/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import type { WorkerContext } from "#lib/jobs/index.ts";
import { hourMs } from "#lib/kernel/clock.ts";
import { crashPoint } from "#lib/kernel/crash-point.ts";
import { AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { type ActVisit, type Order, type OperationRow } from "#lib/ledger/index.ts";
import { isUndecided, operations } from "#lib/ledger/ledger.sql.ts";
import { checkFolderDocument } from "./check-folder-document.ts";
import { keepDocument, noteMissingDocument } from "./store-document.ts";
import { recipientsOf } from "./recipients.ts";
import { areFoldersOn } from "./settings.ts";
import { taxFolderRequests, type FolderRequestRow } from "./tax-folders.sql.ts";

/** A requested folder, opened for a worker. */
export function folderOrder(
  ctx: WorkerContext,
  { row, request }: { row: OperationRow; request: FolderRequestRow },
): Order {
  const order: FolderOrder = {
    tipo: request.kind,
    partes: request.parts,
    destinatario: {
      institucion: request.institution,
      nombre: request.recipient,
      correo: request.mail,
    },
  };
  const seen = new Map<string, ListedFolder>();

  async function listed(at: ActVisit): Promise<ListedFolder[]> {
    const all = await foldersOf(at).list();
    for (const folder of all) seen.set(folder.codigo, folder);
    return all;
  }

  /** Its folder already exists, whatever happens to the document. */
  async function fetchDocument(at: ActVisit, key: FolderKey): Promise<void> {
    try {
      const document = await foldersOf(at).document(key);
      crashPoint("folder.after_fetch");
      checkFolderDocument(document, row.companyRut);
      await keepDocument(ctx, request, document.bytes);
    } catch (error) {
      const { code } = asAppError(error);
      ctx.log.warn("folder.no_document", { operation: row.id, code });
      await noteMissingDocument(ctx, request, code);
    }
  }

  return {
    check: () => checkStillWanted(ctx, row, request),
    before: async (at) => (await listed(at)).filter((one) => isLike(one, order)).map(codeOf),
    ready: async (at) => {
      await at.step("folder_form");
      // Last: what it prepares is valid for half a minute.
      await foldersOf(at).ready(order);
    },
    async send(at) {
      const answer = await foldersOf(at).generate();
      crashPoint("folder.after_generate");
      switch (answer.kind) {
        case "refused":
          return { kind: "refused", refusal: answer.reason };
        case "accepted":
          await fetchDocument(at, answer.key);
          // Only the list has the code.
          return { kind: "accepted", name: null };
      }
    },
    async ask(at) {
      const all = await listed(at);
      const own = all.filter((one) => isLike(one, order) && isOfThen(one, row));
      return { kind: "names", listed: all.length, matching: own.map(codeOf) };
    },
    answer: () => null,
    folioOf: () => null,
    about: (name) => ({ consultableHasta: seen.get(name)?.consultableHasta ?? null }),
  };
}

export function foldersOf({ driver }: ActVisit): TaxFolders {
  if (driver.folders === undefined) throw new AppError("connector_variant_unsupported");
  return driver.folders;
}

function isLike({ tipo, destinatario, correo }: ListedFolder, order: FolderOrder): boolean {
  const wanted = order.destinatario;
  return tipo === order.tipo && destinatario === wanted.nombre && correo === wanted.correo;
}

/** Its clock and ours may differ, and it prints whole seconds. */
const clocksDifferMs = 120_000;
/**
 * What it was sent with is valid for half a minute; in the hour that clocks repeat it may be
 * printed an hour late.
 */
const longestMs = 2 * hourMs;

/** Whether it was made when this one was sent: one made hours later is another's. */
function isOfThen({ generadaEn }: ListedFolder, { barrierAt, createdAt }: OperationRow): boolean {
  const afterMs = generadaEn.getTime() - (barrierAt ?? createdAt).getTime();
  return afterMs >= -clocksDifferMs && afterMs <= longestMs;
}

const codeOf = ({ codigo }: ListedFolder): string => codigo;

/**
 * Time has passed since it was requested: a person may not want it any more, or not for this
 * recipient.
 */
async function checkStillWanted(
  ctx: WorkerContext,
  row: OperationRow,
  request: FolderRequestRow,
): Promise<void> {
  if (request.expiresAt <= ctx.clock.now()) throw new AppError("collection_expired");
  await withSystemTx(ctx, async (tx) => {
    const own = { ...tx, organization: { id: request.organizationId } };
    if (!(await areFoldersOn(own))) throw new AppError("collection_not_enabled");
    const { confirmed } = await recipientsOf(own);
    if (confirmed?.revision !== request.revision) {
      throw new AppError("collection_configuration_missing");
    }
    // Requested at the same moment as one of which it is unknown by now whether it was made.
    const open = and(
      eq(operations.connectionId, row.connectionId),
      eq(operations.kind, row.kind),
      ne(operations.id, row.id),
      isUndecided,
      isNull(operations.setAsideAt),
    );
    if ((await tx.db.orm.$count(operations, open)) > 0) {
      throw new AppError("collection_inconclusive");
    }
    const closing = and(
      eq(taxFolderRequests.connectionId, row.connectionId),
      eq(taxFolderRequests.state, "cerrando"),
    );
    if ((await tx.db.orm.$count(taxFolderRequests, closing)) > 0) {
      throw new AppError("collection_cleanup_pending");
    }
  });
}
