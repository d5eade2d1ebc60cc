import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { organizations } from "../identity.sql.ts";
import { droppedWithOrganization } from "#lib/db/erasures.ts";

/** Invitations to join, sent by mail. Only that mail's owner can accept one. */
export const invitations = pgTable(
  "invitations",
  {
    id: text().primaryKey(),
    organizationId: organizationId().references(() => organizations.id),
    email: text().notNull(),
    role: text({ enum: ["owner", "admin", "member"] }).notNull(),
    /** Keyed; the token itself is only in the mail. */
    tokenHash: bytes("token_hash").notNull(),
    invitedBy: text("invited_by"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    acceptedBy: text("accepted_by"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    unique("invitations_token").on(t.tokenHash),
    index("invitations_by_organization").on(t.organizationId, t.createdAt),
    check("invitations_role", sql`${t.role} in ('owner', 'admin', 'member')`),
    check("invitations_accepted", sql`(${t.acceptedAt} is null) = (${t.acceptedBy} is null)`),
    check("invitations_ended", sql`${t.acceptedAt} is null or ${t.revokedAt} is null`),
    organizationWall(),
  ],
);

export const invitationErasures = [droppedWithOrganization("invitations")];
