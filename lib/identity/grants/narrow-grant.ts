import { and, eq } from "drizzle-orm";
import { withTx, type Context } from "#lib/db/context.ts";
import { logDone } from "#lib/kernel/done-acts.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { connectionLimitOf } from "../bounds.ts";
import { isNarrower, isWithin, rightsLeft, type Rights } from "../narrower.ts";
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
export async function narrowGrant(ctx: Context, id: string, to: Narrower): Promise<Narrowed> {
  const [narrowed, left] = await withTx(ctx, async (tx): Promise<[Narrowed, Rights | null]> => {
    const grant = await ownGrant(tx, id);
    if (grant.endedAt !== null) throw refusal("the application's access has ended");
    const now = toGrant(grant, { name: null, email: null });
    if (to.version !== undefined && to.version !== now.version)
      return [{ kind: "stale", grant: now }, null];
    const scopes = to.scopes ?? grant.scopes;
    const connections =
      to.connections === undefined ? grant.connections : connectionLimitOf(to.connections);
    if (!isWithin(scopes, grant.scopes) || !isWithin(connections, grant.connections)) {
      throw refusal("only a new consent gives an application more");
    }
    const after = { scopes: [...new Set(scopes)], connections };
    await tx.db.orm.update(grants).set(after).where(eq(grants.id, grant.id));
    return [{ kind: "changed" }, isNarrower(after, grant) ? after : null];
  });
  if (left !== null) logDone(ctx.log, { act: "grant.narrowed", subject: id, left });
  return narrowed;
}

/** For a restored database: takes from a grant what it may no longer do. */
export async function narrowAnyGrant(ctx: Context, id: string, left: Rights): Promise<void> {
  await withTx(ctx, async (tx) => {
    const own = and(eq(grants.organizationId, tx.organization.id), eq(grants.id, id));
    const [now] = await tx.db.orm.select().from(grants).where(own).for("no key update");
    if (now !== undefined) await tx.db.orm.update(grants).set(rightsLeft(now, left)).where(own);
  });
}

function refusal(reason: string): AppError {
  return new AppError("forbidden", { details: { reason } });
}
