import {
  configureIssuer,
  documentTerms,
  emittedOf,
  findIssuerProfile,
  prepareDocument,
  toStatus,
} from "#lib/emissions/index.ts";
import { fileOf, findOwn, operationFile, askAgain, type LedgerContext } from "#lib/ledger/index.ts";
import type { EmissionService } from "#lib/contract/index.ts";
import type { Caller } from "#lib/limits/index.ts";
import { billingRefusal } from "./checks.ts";
import { emitPreviewed } from "./emit-previewed.ts";
import type { KeyedRun } from "./tell-of-key.ts";
import { handOver } from "./hand-over.ts";

/** The invoicer's verbs, bound to this caller and to the key of this call. */
export function emissionsFor(ctx: LedgerContext, caller: Caller, keyed: KeyedRun): EmissionService {
  const { surface } = keyed;
  return {
    prepare: (connection, request) => prepareDocument(ctx, connection, request),
    emit: (connection, order) =>
      emitPreviewed(ctx, keyed, connection, { ...order, terms: documentTerms }),
    find: async (connection, operacionId) =>
      toStatus(await findOwn(ctx, documentTerms, { connectionId: connection.id, operacionId })),
    reconcile: async (connection, id) =>
      toStatus(await askAgain(ctx, documentTerms, connection, id)),
    pdf: async (connection, { operacionId, entrega }) => {
      const wanted = { operacionId, whyNotFetch: billingRefusal(caller) };
      const { row, bytes } = await operationFile(ctx, documentTerms, connection, wanted);
      const { tipoDte, folio } = { tipoDte: row.tipoDte ?? 0, folio: row.folio ?? 0 };
      const name = `dte-${tipoDte}-${folio}.pdf`;
      const given = await handOver(ctx, { surface, entrega }, { ...fileOf(row), name, bytes });
      return { tipoDte, folio, nombreArchivo: name, ...given };
    },
    emitted: (connection, documents) => emittedOf(ctx, connection.id, documents),
    issuer: (connection) => findIssuerProfile(ctx, connection.id),
    configureIssuer: (connection, profile) => configureIssuer(ctx, connection.id, profile),
  };
}
