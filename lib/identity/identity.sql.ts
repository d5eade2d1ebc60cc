import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { droppedWithOrganization } from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";
import { billingStates, planNames } from "./plans.ts";

export const organizations = pgTable(
  "organizations",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    plan: text({ enum: planNames }).notNull(),
    billing: text({ enum: billingStates }).notNull(),
    /** A month in which the plan changed keeps the quota of the plan that it began with. */
    quotaPeriodo: text("quota_periodo"),
    quotaPlan: text("quota_plan"),
    createdAt: instant("created_at").notNull(),
    /** Until then the deletion can be cancelled; meanwhile only its people's pages work. */
    deletesAt: instant("deletes_at"),
    /** From then on, no table holds anything of it but this row. */
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("organizations_to_erase")
      .on(t.deletesAt)
      .where(sql`${t.deletesAt} is not null and ${t.erasedAt} is null`),
    check("organizations_plan", sql`${t.plan} in ('free', 'pro', 'business')`),
    check("organizations_billing", sql`${t.billing} in ('active', 'past_due', 'none')`),
    organizationWall("id"),
  ],
);

export const organizationConnectors = pgTable(
  "organization_connectors",
  {
    organizationId: organizationId().references(() => organizations.id),
    connector: text().notNull(),
    enabledAt: instant("enabled_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.connector] }), organizationWall()],
);

/** A person in an organization, by the id that the sign-in system gave that person. */
export const members = pgTable(
  "members",
  {
    organizationId: organizationId().references(() => organizations.id),
    userId: text("user_id").notNull(),
    email: text().notNull(),
    role: text({ enum: ["owner", "admin", "member"] }).notNull(),
    /** Whether an ordinary member may have documents issued. Owners and admins always may. */
    canIssue: boolean("can_issue").notNull().default(false),
    name: text(),
    lastSeenAt: instant("last_seen_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.userId] }),
    unique("members_email").on(t.organizationId, t.email),
    check("members_role", sql`${t.role} in ('owner', 'admin', 'member')`),
    organizationWall(),
  ],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    id: text().primaryKey(),
    organizationId: organizationId().references(() => organizations.id),
    name: text().notNull(),
    /** Keyed hash; the key itself is shown once and never stored. */
    hash: bytes().notNull(),
    /** The last four characters, so that a person can tell keys apart. */
    hint: text().notNull(),
    scopes: text().array().notNull(),
    /** Null means all of the organization's connections, empty means none. */
    connections: text().array(),
    /** May no longer be a member: the key outlives its maker. */
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    unique("api_keys_hash").on(t.hash),
    unique("api_keys_organization_id").on(t.organizationId, t.id),
    index("api_keys_by_organization").on(t.organizationId, t.createdAt),
    organizationWall(),
  ],
);

/** People belong to no organization: only their memberships are erased. */
export const identityErasures = [
  droppedWithOrganization("api_keys"),
  droppedWithOrganization("members"),
  droppedWithOrganization("organization_connectors"),
];

export const keyEndPruning = pruning({
  table: "api_keys",
  past: "least(t.revoked_at, t.expires_at) < $1",
});
