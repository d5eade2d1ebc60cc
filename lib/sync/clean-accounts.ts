import type { AlcanceReading } from "#lib/contract/index.ts";
import { cleanText } from "#lib/kernel/clean-text.ts";

/**
 * An account has one name in everything stored of a reading: the one that its rows are stored
 * under.
 */
export function cleanAccounts<Reading extends AlcanceReading>(reading: Reading): Reading {
  const { rows, completoPorCuenta, cortadas } = reading;
  return {
    ...reading,
    rows: rows.map((part) => ({
      ...part,
      records: part.records.map((row) =>
        row.account === null ? row : { ...row, account: cleanText(row.account) },
      ),
    })),
    ...(completoPorCuenta && { completoPorCuenta: cleanNames(completoPorCuenta) }),
    ...(cortadas && { cortadas: cortadas.map(cleanText) }),
  };
}

/** If two become one account, both must be complete. */
function cleanNames(wholes: Record<string, boolean>): Record<string, boolean> {
  const clean: Record<string, boolean> = {};
  for (const [raw, whole] of Object.entries(wholes)) {
    const account = cleanText(raw);
    clean[account] = whole && clean[account] !== false;
  }
  return clean;
}
