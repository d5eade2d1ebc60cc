import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { droppedWithConnection } from "#lib/db/erasures.ts";

/** What a person was shown before they handed anything over. */
export interface ShownConsent {
  /** The version of the texts, which change. */
  version: string;
  facts: ShownFacts;
}

/** The sentences as they were on the page, and what they were made from. */
export interface ShownFacts {
  reads: string[];
  acts: string[];
  lines: string[];
  [fact: string]: unknown;
}

export const consentEnds = ["cortado", "reemplazado", "vencido", "olvidado"] as const;
export type ConsentEnd = (typeof consentEnds)[number];

/** What a person agreed to when they connected or reconnected a connection, and how it ended. */
export const consents = pgTable(
  "consents",
  {
    id: text().primaryKey(),
    organizationId: organizationId(),
    connectionId: text("connection_id").notNull(),
    /** The link is dropped earlier. */
    linkId: text("link_id").notNull(),
    version: text().notNull(),
    facts: jsonb().$type<ShownFacts>().notNull(),
    agreedAt: instant("agreed_at").notNull(),
    accessUntil: instant("access_until"),
    /** A plain hash, so that rotating our secrets does not invalidate it. */
    cutHash: bytes("cut_hash"),
    endedAt: instant("ended_at"),
    ended: text({ enum: consentEnds }),
  },
  (t) => [
    unique("consents_cut").on(t.cutHash),
    // The stored credential was handed over by one person, the last one.
    uniqueIndex("consents_in_force")
      .on(t.organizationId, t.connectionId)
      .where(sql`${t.endedAt} is null`),
    index("consents_of_connection").on(t.organizationId, t.connectionId, t.agreedAt),
    check("consents_end", sql`(${t.ended} is null) = (${t.endedAt} is null)`),
    check("consents_ended", sql`${t.ended} in ('cortado', 'reemplazado', 'vencido', 'olvidado')`),
    foreignKey({
      name: "consents_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);

export const consentErasures = [droppedWithConnection("consents")];
