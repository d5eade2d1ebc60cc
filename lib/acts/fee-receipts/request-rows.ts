import { and, eq, ne, sql } from "drizzle-orm";
import { todayInSantiago } from "#lib/chile/index.ts";
import { actorRow } from "#lib/db/actors.ts";
import type { Context, InTransaction, SystemContext } from "#lib/db/context.ts";
import type { OperationRow } from "#lib/ledger/index.ts";
import type { FeeRequestState } from "./fee-request.ts";
import { feeReceiptRequests, type RequestRow } from "./requests.sql.ts";

type NewRequest = Pick<
  typeof feeReceiptRequests.$inferInsert,
  | "kind"
  | "reference"
  | "receiverRut"
  | "day"
  | "gross"
  | "withheld"
  | "net"
  | "folio"
  | "barCode"
  | "receiptId"
  | "mode"
  | "deadline"
>;

/** Stores a request with its operation, in the transaction that starts it. */
export async function insertRequest(
  tx: InTransaction<Context>,
  { id: operationId, subjectId, connectionId, connector, companyRut }: OperationRow,
  asked: NewRequest,
): Promise<void> {
  if (subjectId === null) throw new TypeError("a request has an id of its own");
  const now = tx.clock.now();
  await tx.db.orm.insert(feeReceiptRequests).values({
    ...asked,
    ...actorRow(tx.actor),
    id: subjectId,
    organizationId: tx.organization.id,
    connectionId,
    connector,
    operationId,
    issuerRut: companyRut,
    askedOn: todayInSantiago(now),
    state: "pending",
    isSent: false,
    documentVersion: 0,
    keptVersion: 0,
    createdAt: now,
    updatedAt: now,
  });
}

/** What was requested today and not refused. What is refused later no longer counts. */
export async function usedToday({
  db,
  organization,
  clock,
}: InTransaction<Context>): Promise<{ amount: number; count: number }> {
  const { organizationId, askedOn, kind, state, gross } = feeReceiptRequests;
  const [used] = await db.orm
    .select({
      amount: sql<string>`coalesce(sum(${gross}), 0)`,
      count: sql<number>`count(*)::int`,
    })
    .from(feeReceiptRequests)
    .where(
      and(
        eq(organizationId, organization.id),
        eq(askedOn, todayInSantiago(clock.now())),
        eq(kind, "emision"),
        ne(state, "rejected"),
      ),
    );
  return { amount: Number(used?.amount ?? 0), count: used?.count ?? 0 };
}

/** An operation, as that of a request. */
export type Requested = Pick<OperationRow, "organizationId" | "subjectId">;

/** The request of an operation. Null once its connection is erased. */
export async function findRequestOf(
  tx: InTransaction<SystemContext>,
  row: Requested,
): Promise<RequestRow | null> {
  const [found] = await tx.db.orm.select().from(feeReceiptRequests).where(ofRequest(row));
  return found ?? null;
}

/** For an operation whose connection is there. */
export async function requestOf(
  tx: InTransaction<SystemContext>,
  row: Requested,
): Promise<RequestRow> {
  const found = await findRequestOf(tx, row);
  if (found === null) throw new TypeError("an operation without its request");
  return found;
}

type Change = Partial<
  Pick<
    RequestRow,
    "reason" | "isSent" | "folio" | "barCode" | "documentVersion" | "visitAt" | "mode" | "deadline"
  >
>;

/** Whether the state changed: nobody is notified twice of the same state. */
export async function moveRequest(
  tx: InTransaction<SystemContext>,
  row: Requested,
  state: FeeRequestState,
  change: Change = {},
): Promise<RequestRow | null> {
  const [moved] = await tx.db.orm
    .update(feeReceiptRequests)
    .set({ ...change, state, updatedAt: tx.clock.now() })
    .where(and(ofRequest(row), ne(feeReceiptRequests.state, state)))
    .returning();
  return moved ?? null;
}

/** From now on nobody may say that it did not reach the authority. */
export async function noteSent(tx: InTransaction<SystemContext>, row: Requested): Promise<void> {
  await tx.db.orm
    .update(feeReceiptRequests)
    .set({ isSent: true, updatedAt: tx.clock.now() })
    .where(ofRequest(row));
}

/** By the next run of housekeeping that finds its connection free. */
export async function visitNext(tx: InTransaction<SystemContext>, row: Requested): Promise<void> {
  await tx.db.orm.update(feeReceiptRequests).set({ visitAt: tx.clock.now() }).where(ofRequest(row));
}

/** Records the newest stored version of its document. */
export async function noteKept(
  tx: InTransaction<SystemContext>,
  row: Requested,
  version: number,
): Promise<RequestRow | null> {
  const [kept] = await tx.db.orm
    .update(feeReceiptRequests)
    .set({
      keptVersion: version,
      // A late one leaves the visit for the PDF that is marked as annulled.
      visitAt: sql`case when ${feeReceiptRequests.documentVersion} > ${version} then ${feeReceiptRequests.visitAt} end`,
      documentVersion: sql`greatest(${feeReceiptRequests.documentVersion}, ${version}::int)`,
      updatedAt: tx.clock.now(),
    })
    .where(and(ofRequest(row), sql`${feeReceiptRequests.keptVersion} < ${version}`))
    .returning();
  return kept ?? null;
}

function ofRequest({ organizationId, subjectId }: Requested) {
  return and(
    eq(feeReceiptRequests.organizationId, organizationId),
    eq(feeReceiptRequests.id, subjectId ?? ""),
  );
}
