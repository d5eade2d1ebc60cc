import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
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

/**
 * The newest code per purpose, mail address and requesting browser, whether it was sent or would
 * have been.
 */
export const mailCodes = pgTable(
  "mail_codes",
  {
    purpose: text({ enum: ["verify", "reset"] }).notNull(),
    /** Keyed hashes, of address and browser and of the code: neither can be read here. */
    address: bytes().notNull(),
    code: bytes().notNull(),
    tries: integer().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.purpose, t.address] }),
    check("mail_codes_purpose", sql`${t.purpose} in ('verify', 'reset')`),
    index("mail_codes_expiring").on(t.expiresAt),
  ],
);

/** Single-use numbers of submitted forms. */
export const usedForms = pgTable(
  "used_forms",
  {
    number: bytes().primaryKey(),
    usedAt: instant("used_at").notNull(),
  },
  (t) => [index("used_forms_by_age").on(t.usedAt)],
);

/** How often something was done in a window of time. */
export const tallies = pgTable(
  "tallies",
  {
    what: text().notNull(),
    /** Keyed hash of a mail, an address or a person. */
    subject: bytes().notNull(),
    startsAt: instant("starts_at").notNull(),
    count: integer().notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.what, t.subject, t.startsAt] }),
    index("tallies_by_age").on(t.lastAt),
  ],
);

export const invitationErasures = [droppedWithOrganization("invitations")];
