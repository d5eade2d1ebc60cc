import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { connections } from "#lib/connections/connections.sql.ts";
import { bytes, instant, organizationId, organizationWall } from "#lib/db/columns.ts";
import { organizations } from "#lib/identity/identity.sql.ts";
import { droppedWithConnection, droppedWithOrganization } from "#lib/db/erasures.ts";
import { pruning } from "#lib/db/prunings.ts";
import type { ShownConsent } from "./consents.sql.ts";

/** A link through which a person hands over a credential, once. */
export const links = pgTable(
  "links",
  {
    id: text().primaryKey(),
    organizationId: organizationId().references(() => organizations.id),
    connector: text().notNull(),
    mode: text({ enum: ["crear", "reconectar"] }).notNull(),
    /** The connection to reauthenticate; for a new one, the connection that was made. */
    connectionId: text("connection_id"),
    nombre: text(),
    alcances: text().array().notNull(),
    volverA: text("volver_a"),
    /** Keyed hash of the token in the url. */
    tokenHash: bytes("token_hash").notNull(),
    state: text({ enum: ["open", "verifying", "consumed", "annulled"] }).notNull(),
    /** What the person typed, sealed, while a login tries it. Removed when the try ends. */
    sealed: bytes(),
    loginIdentity: bytes("login_identity"),
    /** Set while a person is at the provider: keyed hash of the state that comes back with them. */
    stateHash: bytes("state_hash"),
    /** Proves to the provider that the code is ours to exchange (PKCE). */
    verifier: text(),
    authorizationUntil: instant("authorization_until"),
    /** The company that the person named, when the system asks which one to use. */
    companyRut: text("company_rut"),
    /** The job that tries, or last tried, what was typed. */
    jobId: text("job_id"),
    attemptedAt: instant("attempted_at"),
    /**
     * Tries that count: those that the external system decided, not those it was unavailable for.
     */
    attempts: integer().notNull().default(0),
    /** How the last try ended: one of the page's words, or null. */
    lastFailure: text("last_failure"),
    verified: boolean(),
    createdByKind: text("created_by_kind").notNull(),
    createdById: text("created_by_id").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** When the credential it brings is erased; null means never automatically. */
    accessUntil: instant("access_until"),
    /** What the person was shown and agreed to when they sent the form that is being tried. */
    consent: jsonb().$type<ShownConsent>(),
    agreedAt: instant("agreed_at"),
    /** The hash of the address with which that person can cut the access. */
    cutHash: bytes("cut_hash"),
    consumedAt: instant("consumed_at"),
  },
  (t) => [
    unique("links_token").on(t.tokenHash),
    unique("links_organization_id").on(t.organizationId, t.id),
    index("links_expiring").on(t.expiresAt),
    index("links_newest").on(t.organizationId, t.createdAt),
    check("links_mode", sql`${t.mode} in ('crear', 'reconectar')`),
    index("links_verifying")
      .on(t.attemptedAt)
      .where(sql`${t.state} = 'verifying'`),
    check("links_state", sql`${t.state} in ('open', 'verifying', 'consumed', 'annulled')`),
    check("links_sealed", sql`(${t.state} = 'verifying') = (${t.sealed} is not null)`),
    foreignKey({
      name: "links_connection",
      columns: [t.organizationId, t.connectionId],
      foreignColumns: [connections.organizationId, connections.id],
    }),
    organizationWall(),
  ],
);

export const linkErasures = [droppedWithConnection("links")];
export const organizationLinkErasures = [droppedWithOrganization("links")];

/** An annulled link counts as open until it would have ended. */
export const linkPruning = pruning({
  table: "links",
  past: `coalesce(t.consumed_at, t.expires_at) < $1 and t.state <> 'verifying'
      and not exists (select from sync_jobs j where j.link_id = t.id)`,
});
