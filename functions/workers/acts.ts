import { documentAct } from "#lib/acts/documents/index.ts";
import { receiptAct } from "#lib/acts/fee-receipts/index.ts";
import { invoicingAct } from "#lib/acts/invoicing/index.ts";
import { mailAct } from "#lib/acts/mail/index.ts";
import type { Acts } from "#lib/ledger/index.ts";
import { folderAct } from "#lib/acts/folders/index.ts";
import { annulmentAct } from "#lib/acts/annulments/index.ts";

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
