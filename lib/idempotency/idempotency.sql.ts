import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { blankedWithConnection, droppedWithOrganization } from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";

// The only place where an Idempotency-Key is claimed, for every tool of the organization:
// - A tool whose answer is kept here claims the key under a lease, and finishes or releases it.
// - A tool with a ledger claims it in the transaction that starts its operation. The row then says
//   `ledger` for good, and the operation has the call's outcome. An operation given up before
//   anything happened outside deletes its row in the same transaction.
// The fingerprint includes the tool, so a key that one tool used is a conflict in every other.

/** The outcome of each key. The row outlives its answer: a used key is never new again. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    organizationId: organizationId().references(() => organizations.id),
    key: text().notNull(),
    toolId: text("tool_id").notNull(),
    connectionId: text("connection_id"),
    fingerprint: bytes().notNull(),
    state: text().notNull(),
    /**
     * Who holds the claim. A takeover writes a new one; the old holder's writes then change
     * nothing.
     */
    token: text(),
    leaseUntil: instant("lease_until"),
    /** The operation with the call's outcome, in its tool's ledger. */
    operationId: text("operation_id"),
    /** The answer as it was sent, sealed; dropped when its term is over. */
    response: bytes(),
    outcome: text(),
    httpStatus: integer("http_status"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
    responseExpiresAt: instant("response_expires_at"),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.key] }),
    index("idempotency_keys_expiring")
      .on(t.responseExpiresAt)
      .where(sql`${t.response} is not null`),
    index("idempotency_keys_by_age")
      .on(t.createdAt)
      .where(sql`${t.state} = 'finished'`),
    // The keys of calls that died.
    index("idempotency_keys_left")
      .on(t.createdAt)
      .where(sql`${t.state} = 'running'`),
    check("idempotency_keys_state", sql`${t.state} in ('running', 'finished', 'ledger')`),
    check(
      "idempotency_keys_holder",
      sql`(${t.state} = 'ledger') = (${t.operationId} is not null) and (${t.state} = 'ledger') = (${t.token} is null) and (${t.token} is null) = (${t.leaseUntil} is null)`,
    ),
    foreignKey({
      name: "idempotency_keys_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);

/** A used key is never new again: the row stays as long as somebody could send it. */
export const keyErasures = [
  blankedWithConnection("idempotency_keys", {
    set: "response = null, response_expires_at = null",
    which: "response is not null",
  }),
];
export const organizationKeyErasures = [droppedWithOrganization("idempotency_keys")];

/** Tools that cannot be undone and have no ledger: their keys stay, like those in the ledger. */
export const lastingTools = ["tributario.carpeta.cerrar"];

const isOldAndGoes = `t.created_at < $1
      and t.tool_id <> all ('{${lastingTools.join(",")}}')`;

export const keyPrunings = [
  pruning({ table: "idempotency_keys", past: `t.state = 'finished' and ${isOldAndGoes}` }),
  // A call died, and nobody has taken its key over since its lease ended.
  pruning({
    table: "idempotency_keys",
    which: "left",
    past: `t.state = 'running' and t.lease_until < $1 and ${isOldAndGoes}`,
  }),
];
