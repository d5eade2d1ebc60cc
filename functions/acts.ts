import { documentAct } from "#lib/emissions/index.ts";
import { annulmentAct, receiptAct } from "#lib/fee-receipts/index.ts";
import { invoicingAct } from "#lib/invoicing/index.ts";
import { mailAct } from "#lib/mailbox/index.ts";
import type { Acts } from "#lib/ledger/index.ts";
import { folderAct } from "#lib/tax-folders/index.ts";

/** All that is done once and cannot be undone: the worker does it, housekeeping ends what nobody ended. */
export const acts: Acts = [
  documentAct,
  receiptAct,
  annulmentAct,
  folderAct,
  mailAct,
  // By an API of the company's own system, and not at the authority.
  invoicingAct,
];
