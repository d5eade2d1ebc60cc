import { validationError } from "#lib/kernel/errors/index.ts";
import type { CoverageEntry } from "../dataset/coverage-entry.ts";

/** The accounts found by readings of a module that has its own list of them, such as cards. */
export function accountsRead(coverage: readonly CoverageEntry[]): string[] {
  const met = coverage.flatMap(({ cuentas }) => Object.keys(cuentas ?? {}));
  return [...new Set(met)].toSorted();
}

/**
 * An account that the connection lacks is refused, with those it has: a mistyped one would look
 * like one without movements. Until some were read there is nothing to check against.
 */
export function checkAccount(field: string, account: string, known: readonly string[]): void {
  if (known.length === 0 || known.includes(account)) return;
  const message = `No such account was read here. Known are: ${known.join(", ")}`;
  throw validationError([{ path: [field], code: "unknown_account", message }]);
}
