import type { FoundRow, IssuedDocument } from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Change, OperationRow } from "#lib/ledger/index.ts";
import { storeFound } from "#lib/records/index.ts";

/** The document as the list shows it: what its act reports once it is done. */
export function aboutIssued(issued: IssuedDocument | undefined): Record<string, unknown> {
  return { kept: issued?.kept };
}

/** Stores what was issued among the rows that were read. */
export async function documentChanged(
  tx: InTransaction<SystemContext>,
  row: OperationRow,
  change: Change,
): Promise<void> {
  if (change.state !== "done") return;
  const kept = change.about["kept"] as FoundRow | undefined;
  if (kept !== undefined) await storeFound(tx, row, kept);
}
