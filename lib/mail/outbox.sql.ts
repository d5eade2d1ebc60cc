import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { mailKinds } from "./mail.ts";
import { droppedWithOrganization } from "#lib/db/erasures.ts";

/** A mail is written with what it tells of, in one transaction, and leaves after that. */
export const outbox = pgTable(
  "outbox",
  {
    id: text().primaryKey(),
    /** `personalScope` for what a person is sent who need not belong to any. */
    organizationId: organizationId(),
    kind: text({ enum: mailKinds }).notNull(),
    /** Address and text. Dropped when it was sent or is given up. */
    sealed: bytes(),
    state: text({ enum: ["waiting", "sent", "dropped"] }).notNull(),
    attempts: integer().notNull(),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Of no use to its reader afterwards. */
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
