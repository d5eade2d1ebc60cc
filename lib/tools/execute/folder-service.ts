import type { TaxFolderService } from "#lib/contract/index.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import type { LedgerContext } from "#lib/ledger/index.ts";
import {
  closeFolder,
  listOwn,
  proposeRecipient,
  requestFolder,
  takeDocument,
} from "#lib/tax-folders/index.ts";
import { handOver } from "./hand-over.ts";
import { keyedCall, tellOfKey, type KeyedRun } from "./tell-of-key.ts";

/** The verbs of tax folders, bound to this caller and to the key of this call. */
export function foldersFor(
  ctx: LedgerContext & { cursors: Cursors },
  keyed: KeyedRun,
): TaxFolderService {
  const { call, surface } = keyed;
  return {
    propose: (recipient) => proposeRecipient(ctx, recipient),
    request: (connection, input) =>
      tellOfKey(call, async () =>
        requestFolder(ctx, connection, keyedCall(ctx, keyed, connection.id, input)),
      ),
    list: (connection, part) => listOwn(ctx, connection.id, part),
    document: async (connection, { solicitudId, entrega }) => {
      const wanted = { connectionId: connection.id, solicitudId };
      const { file, request, bytes, left } = await takeDocument(ctx, wanted);
      const name = `carpeta-${request.code ?? request.id}.pdf`;
      return {
        tamanoBytes: bytes.length,
        sha256: request.documentSha256 ?? "",
        ...(await handOver(ctx, { surface, entrega }, { ...file, name, bytes })),
        descargasRestantes: left,
      };
    },
    close: (connection, solicitudId) => closeFolder(ctx, connection, solicitudId),
  };
}
