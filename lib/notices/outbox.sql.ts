import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { mailKinds } from "./mail.ts";
import { droppedWithOrganization } from "#lib/db/erasures.ts";

/** A mail is written in the transaction of what it reports, and sent after that. */
export const outbox = pgTable(
  "outbox",
  {
    id: text().primaryKey(),
    /** `personalScope` for mails to a person who need not belong to any. */
    organizationId: organizationId(),
    kind: text({ enum: mailKinds }).notNull(),
    /** Address and text. Dropped once the mail is sent or given up. */
    sealed: bytes(),
    state: text({ enum: ["waiting", "sent", "dropped"] }).notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Useless to its reader afterwards. */
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    check("outbox_state", sql`${t.state} in ('waiting', 'sent', 'dropped')`),
    check("outbox_sealed", sql`(${t.state} = 'waiting') = (${t.sealed} is not null)`),
    index("outbox_waiting")
      .on(t.nextAttemptAt)
      .where(sql`${t.state} = 'waiting'`),
    organizationWall(),
  ],
);

export const mailErasures = [droppedWithOrganization("outbox")];
