import { eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { apiKeys } from "../identity.sql.ts";
import { requireRole } from "../people/roles.ts";
import { toKey, type Key } from "./list-keys.ts";
import { ownKey } from "./own-key.ts";
import { requireGrantable, type ScopeContext } from "./require-grantable.ts";

type KeyChange =
  | { kind: "changed" }
  /** Somebody changed it since the version that was shown: as it is now. */
  | { kind: "stale"; key: Key };

/** Other scopes, from the next call on. */
export async function changeKey(
  ctx: Context & ScopeContext,
  id: string,
  { scopes, version }: { scopes: readonly string[]; version: string },
): Promise<KeyChange> {
  return withTx(ctx, async (tx): Promise<KeyChange> => {
    await requireRole(tx, ["owner", "admin"]);
    const row = await ownKey(tx, id);
    await requireGrantable(ctx, withoutThose(scopes, row.scopes));
    const key = toKey(row, null, ctx.clock.now());
    if (key.version !== version) return { kind: "stale", key };
    if (key.state !== "live") {
      throw new AppError("forbidden", { details: { reason: "the key has ended" } });
    }
    await tx.db.orm
      .update(apiKeys)
      .set({ scopes: [...new Set(scopes)] })
      .where(eq(apiKeys.id, id));
    return { kind: "changed" };
  });
}

/** What it has already may stay, also when it can no longer be given. */
function withoutThose(scopes: readonly string[], had: readonly string[]): string[] {
  return scopes.filter((scope) => !had.includes(scope));
}
