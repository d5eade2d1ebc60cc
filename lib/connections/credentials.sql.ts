import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { connections } from "./connections.sql.ts";

/** What logs in to a connection's system. Opened only by a worker, inside one callback. */
export const credentials = pgTable(
  "credentials",
  {
    connectionId: text("connection_id").primaryKey(),
    organizationId: organizationId(),
    /** The fields as JSON, encrypted with their own data key. */
    sealed: bytes().notNull(),
    /**
     * Keyed hash of system and login: a login may have only one open session, across all
     * connections.
     */
    loginIdentity: bytes("login_identity").notNull(),
    /**
     * Keyed hash of what the login tries; missing from credentials older than the login ledger,
     * until their first login.
     */
    secretHash: bytes("secret_hash"),
    /** Counts every replacement: renewed tokens, or another credential. */
    version: integer().notNull(),
    /** Who is requesting new tokens, and until when nobody else may. */
    renewer: text(),
    renewalUntil: instant("renewal_until"),
    createdAt: instant("created_at").notNull(),
    /**
     * Until when the person who handed it over agreed to access: after that it no longer logs in,
     * and is erased.
     */
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
