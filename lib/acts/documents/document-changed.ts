import type { FoundRow, IssuedDocument } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Change, OperationRow } from "#lib/ledger/index.ts";
import { parseFecha } from "#lib/chile/index.ts";
import { storeFound } from "#lib/records/index.ts";
import { outdateReading } from "#lib/sync/index.ts";

/** The document as the list shows it: what its act reports once it is done. */
export function aboutDocument(issued: IssuedDocument | undefined): Record<string, unknown> {
  return { kept: issued?.kept };
}

/** A dispatch guide is the one document that the registry does not list. */
const dispatchGuide = 52;

/** Stores what was issued among the rows that were read; the registry was read without it. */
export async function documentChanged(
  tx: InTransaction<SystemContext>,
  row: OperationRow,
  change: Change,
): Promise<void> {
  if (change.state !== "done") return;
  const kept = change.about["kept"] as FoundRow | undefined;
  if (kept === undefined) return;
  await storeFound(tx, row, kept);
  const { fecha, tipoDte } = kept.record.payload;
  const day = parseFecha(String(fecha));
  if (day === null || tipoDte === dispatchGuide) return;
  await outdateReading(tx, row, { alcance: "rcv", fecha: day });
}
