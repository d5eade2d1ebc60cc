import { AppError } from "#lib/kernel/errors/index.ts";
import type { Caller } from "#lib/limits/index.ts";

/**
 * What belongs to one system is told to those who may read that system. An operation whose
 * scope depends on what is found has none of its own, and asks here once it is found.
 */
export function requireRead(
  { scopes }: Pick<Caller, "scopes">,
  { connector }: { connector: string },
): void {
  const scope = `${connector}:read`;
  if (scopes.includes(scope)) return;
  throw new AppError("scope_not_granted", { details: { required: [scope] } });
}
