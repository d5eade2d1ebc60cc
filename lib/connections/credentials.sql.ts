import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { connections } from "./connections.sql.ts";

/** What logs in to a connection's system. Opened by a worker alone, inside one callback. */
export const credentials = pgTable(
  "credentials",
  {
    connectionId: text("connection_id").primaryKey(),
    organizationId: organizationId(),
    /** The fields as JSON, under a data key of their own. */
    sealed: bytes().notNull(),
    /** Keyed hash of system and login: who may have one open session, over all connections. */
    loginIdentity: bytes("login_identity").notNull(),
    /** Keyed hash of what the login tries; absent from one older than the ledger of logins, until its first login. */
    secretHash: bytes("secret_hash"),
    /** Counts what was kept: tokens that were renewed, another credential. */
    version: integer().notNull(),
    /** Who asks for new tokens, and until when nobody else does. */
    renewer: text(),
    renewalUntil: instant("renewal_until"),
    createdAt: instant("created_at").notNull(),
    /** Who handed it over agreed to until then: it logs in no more, and is erased. */
    accessUntil: instant("access_until"),
  },
  (t) => [
    index("credentials_by_login").on(t.loginIdentity),
    index("credentials_ending")
      .on(t.accessUntil)
      .where(sql`${t.accessUntil} is not null`),
    foreignKey({
      name: "credentials_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }).onDelete("cascade"),
    organizationWall(),
  ],
);
