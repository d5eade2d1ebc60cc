import { eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { connectionLimitOf } from "../bounds.ts";
import { grants } from "./grants.sql.ts";
import { type Grant, toGrant } from "./list-grants.ts";
import { ownGrant } from "./own-grant.ts";

interface Narrower {
  scopes?: readonly string[];
  connections?: readonly string[];
  /** The version that was shown, if somebody looked at it before. */
  version?: string;
}

type Narrowed =
  | { kind: "changed" }
  /** Somebody narrowed it since it was shown: this is its present state. */
  | { kind: "stale"; grant: Grant };

/** Removes scopes or connections, from the next call on. Only a consent adds any. */
export function narrowGrant(ctx: Context, id: string, to: Narrower): Promise<Narrowed> {
  return withTx(ctx, async (tx): Promise<Narrowed> => {
    const grant = await ownGrant(tx, id);
    if (grant.endedAt !== null) throw refusal("the application's access has ended");
    const now = toGrant(grant, { name: null, email: null });
    if (to.version !== undefined && to.version !== now.version)
      return { kind: "stale", grant: now };
    const scopes = to.scopes ?? grant.scopes;
    const connections =
      to.connections === undefined ? grant.connections : connectionLimitOf(to.connections);
    if (!isWithin(scopes, grant.scopes) || !isWithin(connections, grant.connections)) {
      throw refusal("only a new consent gives an application more");
    }
    await tx.db.orm
      .update(grants)
      .set({ scopes: [...new Set(scopes)], connections })
      .where(eq(grants.id, grant.id));
    return { kind: "changed" };
  });
}

/** Null means everything. */
function isWithin(some: readonly string[] | null, all: readonly string[] | null): boolean {
  if (all === null) return true;
  return some !== null && some.every((one) => all.includes(one));
}

function refusal(reason: string): AppError {
  return new AppError("forbidden", { details: { reason } });
}
