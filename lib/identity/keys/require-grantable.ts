import { AppError } from "#lib/kernel/errors/index.ts";

export interface ScopeContext {
  /** Everything that a credential can be given. */
  scopes(): Promise<readonly string[]>;
}

/** Owners and admins, who alone make keys, may give every existing scope. */
export async function requireGrantable(
  ctx: ScopeContext,
  scopes: readonly string[],
): Promise<void> {
  const offered = await ctx.scopes();
  const unknown = scopes.filter((scope) => !offered.includes(scope));
  if (unknown.length === 0) return;
  throw new AppError("forbidden", {
    details: { reason: "no such scope can be given", scopes: unknown },
  });
}
