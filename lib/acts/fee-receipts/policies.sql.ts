import { sql } from "drizzle-orm";
import { bigint, boolean, check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { actorColumns, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { droppedWithOrganization } from "#lib/db/erasures.ts";
import { organizations } from "#lib/identity/identity.sql.ts";

/** Which fee receipts an organization allows. Without a row, none. */
export const feeReceiptPolicies = pgTable(
  "fee_receipt_policies",
  {
    organizationId: organizationId()
      .primaryKey()
      .references(() => organizations.id),
    enabled: boolean().notNull(),
    /** The connections that may issue; null means every one. */
    connections: text().array(),
    /** The allowed receivers; null means anybody. */
    receivers: text().array(),
    daysBack: integer("days_back").notNull(),
    daysAhead: integer("days_ahead").notNull(),
    maxAmount: bigint("max_amount", { mode: "number" }).notNull(),
    dailyAmount: bigint("daily_amount", { mode: "number" }).notNull(),
    dailyCount: integer("daily_count").notNull(),
    /** Who last changed it. */
    ...actorColumns(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    check(
      "fee_receipt_policies_days",
      sql`${t.daysBack} between 0 and 92 and ${t.daysAhead} between 0 and 92`,
    ),
    organizationWall(),
  ],
);

export const organizationFeeReceiptErasures = [droppedWithOrganization("fee_receipt_policies")];
