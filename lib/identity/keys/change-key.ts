import { eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { connectionLimitOf } from "../bounds.ts";
import { apiKeys } from "../identity.sql.ts";
import { isNarrower, rightsLeft, type Rights } from "../narrower.ts";
import { requireRole } from "../members/roles.ts";
import { toKey, type Key } from "./list-keys.ts";
import { requireOwnConnections } from "./own-connections.ts";
import { ownKey } from "./own-key.ts";
import { requireGrantable, type ScopeContext } from "./require-grantable.ts";

type KeyChange =
  | { kind: "changed" }
  /** Somebody changed it since it was shown: this is its present state. */
  | { kind: "stale"; key: Key };

interface KeyEdit {
  /** Omitted fields stay as they are. */
  scopes?: readonly string[];
  /** Null means all of the organization's. */
  connections?: readonly string[] | null;
  /** The version that was shown. */
  version: string;
}

/** Sets other scopes or connections, from the next call on. */
export async function changeKey(
  ctx: Context & ScopeContext,
  id: string,
  { version, ...edit }: KeyEdit,
): Promise<KeyChange> {
  const [change, left] = await withTx(ctx, async (tx): Promise<[KeyChange, Rights | null]> => {
    await requireRole(tx, ["owner", "admin"]);
    const row = await ownKey(tx, id);
    const scopes = edit.scopes ?? row.scopes;
    const connections =
      edit.connections === undefined ? row.connections : connectionLimitOf(edit.connections);
    await requireGrantable(ctx, withoutThose(scopes, row.scopes));
    await requireOwnConnections(tx, withoutThose(connections ?? [], row.connections ?? []));
    const key = toKey(row, null, ctx.clock.now());
    if (key.version !== version) return [{ kind: "stale", key }, null];
    if (key.state !== "live") {
      throw new AppError("forbidden", { details: { reason: "the key has ended" } });
    }
    const after = { scopes: [...new Set(scopes)], connections };
    await tx.db.orm.update(apiKeys).set(after).where(eq(apiKeys.id, id));
    return [{ kind: "changed" }, isNarrower(after, row) ? after : null];
  });
  if (left !== null) logDone(ctx.log, { act: "key.narrowed", subject: id, left });
  return change;
}

/** For a restored database: takes from a key what it may no longer do. Adds nothing. */
export async function narrowKey(ctx: Context, id: string, left: Rights): Promise<void> {
  await withTx(ctx, async (tx) => {
    await requireRole(tx, ["owner", "admin"]);
    const now = await ownKey(tx, id);
    await tx.db.orm.update(apiKeys).set(rightsLeft(now, left)).where(eq(apiKeys.id, id));
  });
}

/** Scopes it already has may stay, even if they can no longer be given. */
function withoutThose(wanted: readonly string[], had: readonly string[]): string[] {
  return wanted.filter((one) => !had.includes(one));
}
