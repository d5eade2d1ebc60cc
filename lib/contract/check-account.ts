import { validationError } from "#lib/kernel/errors/index.ts";
import type { CoverageEntry } from "./coverage-entry.ts";

/** The accounts that readings of a module met, where it has a list of its own, such as cards. */
export function accountsRead(coverage: readonly CoverageEntry[]): string[] {
  const met = coverage.flatMap(({ cuentas }) => Object.keys(cuentas ?? {}));
  return [...new Set(met)].toSorted();
}

/**
 * An account that the connection lacks is refused with those it has: a mistyped one would look like
 * one without movements. While none was read there is nothing to hold it against.
 */
export function checkAccount(field: string, account: string, known: readonly string[]): void {
  if (known.length === 0 || known.includes(account)) return;
  const message = `No such account was read here. Known are: ${known.join(", ")}`;
  throw validationError([{ path: [field], code: "unknown_account", message }]);
}
