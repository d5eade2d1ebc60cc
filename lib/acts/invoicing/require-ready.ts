import type { InvoicingAccount, MissingStep } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";

/** Throws what keeps the company from issuing a document of this type now. */
export function requireReady(account: InvoicingAccount, tipoDte: number): void {
  const missing = missingFor(account, tipoDte);
  if (missing.length > 0) {
    throw new AppError("connector_onboarding_required", { details: { missing } });
  }
  if (account.documentosRestantes < 1) throw new AppError("connector_plan_limit");
}

function missingFor({ missing, tiposConFolios }: InvoicingAccount, tipoDte: number): MissingStep[] {
  const others = missing.filter(({ clave }) => clave !== "folios");
  return tiposConFolios.includes(tipoDte) ? others : [...others, { clave: "folios" }];
}
