import { documentAct } from "#lib/emissions/index.ts";
import { annulmentAct, receiptAct } from "#lib/fee-receipts/index.ts";
import { invoicingAct } from "#lib/invoicing/index.ts";
import { mailAct } from "#lib/mailbox/index.ts";
import type { Acts } from "#lib/ledger/index.ts";
import { folderAct } from "#lib/tax-folders/index.ts";

/** Every irreversible act: the worker carries it out, and housekeeping ends what was left unfinished. */
export const acts: Acts = [
  documentAct,
  receiptAct,
  annulmentAct,
  folderAct,
  mailAct,
  // Through the API of the company's own invoicing system, not at the authority.
  invoicingAct,
];
