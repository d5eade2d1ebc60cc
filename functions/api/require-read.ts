import { AppError } from "#lib/kernel/errors/index.ts";
import type { Caller } from "#lib/limits/index.ts";

/**
 * Data of one system is shown only to callers who may read it. An operation whose scope depends on what it finds
 * declares none, and checks here once it has found it.
 */
export function requireRead(
  { scopes }: Pick<Caller, "scopes">,
  { connector }: { connector: string },
): void {
  const scope = `${connector}:read`;
  if (scopes.includes(scope)) return;
  throw new AppError("scope_not_granted", { details: { required: [scope] } });
}
