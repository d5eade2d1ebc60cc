import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, instant } from "#lib/db/columns.ts";

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
