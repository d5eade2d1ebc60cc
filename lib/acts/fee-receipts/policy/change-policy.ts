import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { connections } from "#lib/connections/connections.sql.ts";
import { actorRow } from "#lib/db/actors.ts";
import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { lockOrganization, requireReader, requireRole } from "#lib/identity/index.ts";
import { validationError } from "#lib/kernel/errors/index.ts";
import { shownVersion } from "#lib/kernel/shown-version.ts";
import { feeReceiptPolicies } from "../policies.sql.ts";
import { FeeReceiptPolicy, policyColumns, toPolicy } from "./policy.ts";

interface KnownPolicy {
  /** Null means that none was ever set, and nothing is issued. */
  policy: FeeReceiptPolicy | null;
  /** Changes with the policy. */
  version: string;
}

type Changed = { kind: "changed" } | { kind: "stale"; now: KnownPolicy };
type Tx = InTransaction<Context>;

/** For owners and admins. */
export function findPolicy(ctx: Context): Promise<KnownPolicy> {
  return withTx(ctx, async (tx) => {
    await requireReader(tx, ["owner", "admin"]);
    return read(tx);
  });
}

/** For an owner or admin. `version`: that of the policy they were shown. */
export function changePolicy(
  ctx: Context,
  policy: FeeReceiptPolicy,
  { version }: Pick<KnownPolicy, "version">,
): Promise<Changed> {
  return withTx(ctx, async (tx): Promise<Changed> => {
    await lockOrganization(tx, tx.organization.id);
    await requireRole(tx, ["owner", "admin"]);
    const now = await read(tx);
    if (now.version !== version) return { kind: "stale", now };
    await write(tx, policy);
    return { kind: "changed" };
  });
}

/** For the operator, whatever is set; null turns it off. */
export function setPolicy(
  ctx: Context,
  wanted: z.input<typeof FeeReceiptPolicy> | null,
): Promise<void> {
  const policy = wanted === null ? null : FeeReceiptPolicy.parse(wanted);
  return withTx(ctx, async (tx) => {
    await requireRole(tx, ["owner"]);
    if (policy !== null) return write(tx, policy);
    await tx.db.orm
      .update(feeReceiptPolicies)
      .set({ enabled: false, ...changeOf(tx) })
      .where(eq(feeReceiptPolicies.organizationId, tx.organization.id));
  });
}

async function read({ db, organization }: Tx): Promise<KnownPolicy> {
  const own = eq(feeReceiptPolicies.organizationId, organization.id);
  const [row] = await db.orm.select().from(feeReceiptPolicies).where(own);
  const policy = row === undefined ? null : toPolicy(row);
  return { policy, version: shownVersion(policy) };
}

async function write(tx: Tx, policy: FeeReceiptPolicy): Promise<void> {
  await requireOwnConnections(tx, policy.conexiones ?? []);
  const row = { ...policyColumns(policy), ...changeOf(tx) };
  await tx.db.orm
    .insert(feeReceiptPolicies)
    .values({ organizationId: tx.organization.id, ...row })
    .onConflictDoUpdate({ target: feeReceiptPolicies.organizationId, set: row });
}

/** One that is named and later deleted allows nobody. */
async function requireOwnConnections({ db, organization }: Tx, ids: string[]): Promise<void> {
  const { id, organizationId } = connections;
  const own = and(eq(organizationId, organization.id), inArray(id, ids));
  const known = ids.length === 0 ? 0 : await db.orm.$count(connections, own);
  if (known === new Set(ids).size) return;
  throw validationError([
    {
      path: ["conexiones"],
      code: "unknown_connection",
      message: "Not a connection of this organization",
    },
  ]);
}

function changeOf({ actor, clock }: Tx) {
  return { ...actorRow(actor), updatedAt: clock.now() };
}
