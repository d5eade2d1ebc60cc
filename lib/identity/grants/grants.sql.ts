import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { organizations } from "../identity.sql.ts";
import type { GrantEnd } from "./terms.ts";
import { droppedWithOrganization } from "#lib/db/erasures.ts";

/**
 * What a person allows a client to do for an organization. Never deleted: a missing row would look
 * like one without limits.
 */
export const grants = pgTable(
  "grants",
  {
    id: text().primaryKey(),
    organizationId: organizationId().references(() => organizations.id),
    /**
     * The person who consented. No foreign key: a grant outlives the membership that it ended with.
     */
    userId: text("user_id").notNull(),
    clientId: text("client_id").notNull(),
    clientName: text("client_name").notNull(),
    /** Where the client's document is served; null for a client that registered itself. */
    clientHost: text("client_host"),
    clientVerified: boolean("client_verified").notNull(),
    redirectHost: text("redirect_host").notNull(),
    scopes: text().array().notNull(),
    /** Null means all of the organization's connections, empty means none. */
    connections: text().array(),
    consentedAt: instant("consented_at").notNull(),
    /** Null until its client is given the first token. */
    firstTokenAt: instant("first_token_at"),
    lastUsedAt: instant("last_used_at"),
    /** Extended by every use. */
    idleEndsAt: instant("idle_ends_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    endedAt: instant("ended_at"),
    endReason: text("end_reason").$type<GrantEnd>(),
  },
  (t) => [
    // A new consent changes the row, so that what its client previewed before stays its own.
    uniqueIndex("grants_one_active")
      .on(t.organizationId, t.userId, t.clientId)
      .where(sql`${t.endedAt} is null`),
    index("grants_of_person")
      .on(t.userId)
      .where(sql`${t.endedAt} is null`),
    index("grants_by_organization").on(t.organizationId, t.consentedAt),
    check(
      "grants_end_reason",
      sql`${t.endReason} in ('revoked', 'replayed', 'member_removed', 'password_reset', 'idle', 'expired', 'unused')`,
    ),
    check("grants_ended", sql`(${t.endedAt} is null) = (${t.endReason} is null)`),
    organizationWall(),
  ],
);

export const grantErasures = [droppedWithOrganization("grants")];
