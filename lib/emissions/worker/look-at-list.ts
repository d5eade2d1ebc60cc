import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { withSystemTx } from "../../db/context.ts";
import type { ClaimedJob } from "../../sync/index.ts";
import type { Emitter, IssuedDocument } from "../../tools/define/index.ts";
import { operations } from "../emissions.sql.ts";
import { recordFinding } from "../evidence.ts";
import { looksLike, type PreparedDocument } from "../sealed-document.ts";
import type { OperationRow } from "../states.ts";
import type { InvoicerContext } from "./invoicer-context.ts";

export interface Look {
  row: OperationRow;
  document: PreparedDocument;
  emitter: Emitter;
  /** What the portal answered at the sending, when it did: decides between several candidates. */
  answeredFolio: number | null;
}

/**
 * Looks for the document in the authority's list of issued ones, by type, receiver, date, total,
 * and a folio that was not known before and is no other operation's. Null when it cannot be told.
 */
export async function lookAtList(
  ctx: InvoicerContext,
  job: ClaimedJob,
  { row, document, emitter, answeredFolio }: Look,
): Promise<number | null> {
  const listed = await issuedLike(emitter, document);
  const matching = listed.filter((one) => looksLike(fieldsOf(one)) === row.looksLike);
  const { taken, rivals } = await others(ctx, row);
  const known = new Set([...(row.knownFolios ?? []), ...taken]);
  const candidates = matching.filter(({ folio }) => !known.has(folio));
  await recordFinding(ctx, job, {
    listed: listed.length,
    matching: matching.length,
    candidates: candidates.length,
  });
  const answered = candidates.find(({ folio }) => folio === answeredFolio);
  if (answered !== undefined) return answered.folio;
  // Another operation's document may be the one that is shown: it stays open whose it is.
  const [only] = candidates;
  return candidates.length === 1 && rivals === 0 && only !== undefined ? only.folio : null;
}

export async function issuedLike(
  emitter: Emitter,
  { previewed }: PreparedDocument,
): Promise<IssuedDocument[]> {
  if (previewed === null) throw new TypeError("nothing was previewed");
  const { tipoDte, fechaEmision } = previewed;
  return emitter.issued({ tipoDte, fecha: fechaEmision });
}

export function fieldsOf({ tipoDte, receptorRut, fecha, total }: IssuedDocument) {
  return { tipoDte, receptorRut, fecha, total };
}

async function others(
  ctx: InvoicerContext,
  row: OperationRow,
): Promise<{ taken: number[]; rivals: number }> {
  return withSystemTx(ctx, async ({ db }) => {
    const ofConnection = and(
      eq(operations.organizationId, row.organizationId),
      eq(operations.connectionId, row.connectionId),
      ne(operations.id, row.id),
    );
    const settled = await db.orm
      .select({ folio: operations.folio })
      .from(operations)
      .where(and(ofConnection, eq(operations.tipoDte, row.tipoDte), isNotNull(operations.folio)));
    const rivals = await db.orm.$count(
      operations,
      and(
        ofConnection,
        eq(operations.looksLike, row.looksLike),
        inArray(operations.state, ["crossed", "unknown"]),
      ),
    );
    return { taken: settled.flatMap(({ folio }) => folio ?? []), rivals };
  });
}
