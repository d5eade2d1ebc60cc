import type { FeeReceipts, ListedReceipt, PortalDriver } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { hashOf } from "#lib/ledger/index.ts";

/** Only the company's own login has them. */
export function feeReceiptsOf({ feeReceipts }: PortalDriver): FeeReceipts {
  if (feeReceipts !== undefined) return feeReceipts;
  throw new AppError("alcance_scheme_unsupported", {
    details: { alcance: "honorarios", servedBy: ["empresa"] },
  });
}

type Likeness = Pick<ListedReceipt, "fecha" | "rutReceptor" | "bruto">;

/**
 * The search key for the month's list: two with the same receiver, day and amount look alike in it.
 */
export function likenessOfReceipt({ fecha, rutReceptor, bruto }: Likeness): string {
  return hashOf(["honorarios", rutReceptor, fecha, bruto]);
}
