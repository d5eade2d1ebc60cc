/**
 * `connect_app` answers calls. `connect_worker` runs jobs and deliveries, and serves the operator.
 * `connect_keeper` is housekeeping, which drops what is past its term.
 */
export const serviceRoles = ["connect_app", "connect_worker", "connect_keeper"] as const;
type ServiceRole = (typeof serviceRoles)[number];

/**
 * `connect_auth` handles people and their tokens, in the schema `auth`, and sees no organization's
 * rows.
 */
export const loginRoles = [...serviceRoles, "connect_auth"] as const;
export type LoginRole = (typeof loginRoles)[number];

/**
 * Reads everything and writes nothing, for dumps. It cannot log in until `migrate` is given a
 * password.
 */
export const backupRole = "connect_backup";

/**
 * Its members may act for all organizations at once. It cannot log in, and the role that answers
 * calls is no member.
 */
export const systemRole = "connect_system";
export const systemMembers: readonly LoginRole[] = ["connect_worker", "connect_keeper"];

/** What the API reads of the schema `auth`: only the public keys that verify tokens. */
export const publicKeyColumns = ["id", "public_key", "expires_at"] as const;

/** What housekeeping deletes from the schema `auth`, and all it reads of it to do so. */
export const droppedAuthRows: Readonly<Record<string, readonly string[]>> = {
  jwks: ["id", "expires_at"],
  oauth_client: ["client_id", "client_discovery_id", "created_at", "fresh_until"],
  oauth_refresh_token: ["reference_id", "expires_at"],
  session: ["created_at", "expires_at"],
  verification: ["expires_at"],
};

/** The tables from which each role deletes. From every other table only the owner can delete. */
export const deletable: Readonly<Record<ServiceRole, readonly string[]>> = {
  connect_app: [
    "credentials",
    "idempotency_keys",
    "mail_codes",
    "members",
    "organization_connectors",
    "tallies",
  ],
  connect_worker: [
    "credentials",
    "holds",
    "idempotency_keys",
    "login_attempts",
    "mail_codes",
    "members",
    "organization_connectors",
    "records",
    "tallies",
  ],
  // Most of these hold what people or an operator deleted, to be erased bit by bit.
  connect_keeper: [
    "api_keys",
    "call_days",
    "consents",
    "counted_days",
    "coverage",
    "credentials",
    "document_acceptances",
    "document_tickets",
    "evidence",
    "fee_receipt_policies",
    "fee_receipt_requests",
    "grants",
    "idempotency_keys",
    "invitations",
    "issuer_profiles",
    "links",
    "login_attempts",
    "mail_codes",
    "members",
    "operation_files",
    "operations",
    "organization_connectors",
    "outbox",
    "preparations",
    "rate_windows",
    "records",
    "smokes",
    "sync_jobs",
    "tallies",
    "tax_folder_recipients",
    "tax_folder_requests",
    "tax_folder_settings",
    "usage_slots",
    "used_forms",
    "webhook_attempts",
    "webhook_deliveries",
    "webhook_endpoints",
    "webhook_events",
  ],
};

/** Tables a role must not use: the role that answers calls only asks one question about logins. */
const hidden: Readonly<Partial<Record<ServiceRole, readonly string[]>>> = {
  connect_app: ["login_attempts", "operator_actions", "smokes"],
};

/** Tables a role only reads: only the operator pauses things. */
const readOnly: Readonly<Partial<Record<ServiceRole, readonly string[]>>> = {
  connect_app: ["holds"],
};

/** Records stay as they were written. */
const insertOnly: readonly string[] = ["audit", "operator_actions"];

/** The privileges of a role on the named table. */
export function rightsOn(table: string, role: ServiceRole): string[] {
  if (hidden[role]?.includes(table) === true) return [];
  if (readOnly[role]?.includes(table) === true) return ["select"];
  const rights = ["select", "insert"];
  if (!insertOnly.includes(table)) rights.push("update");
  if (deletable[role].includes(table)) rights.push("delete");
  return rights;
}

/**
 * Functions that run as the owner, and who may call them: each answers one question across the
 * policies.
 */
export const ownersFunctions: Readonly<Record<string, readonly LoginRole[]>> = {
  "find_api_key(bytea[])": ["connect_app"],
  "find_cut(bytea)": ["connect_app"],
  "find_grant(text)": ["connect_app", "connect_worker"],
  "find_link(bytea[])": ["connect_app"],
  "find_memberships(text)": ["connect_app", "connect_worker"],
  "login_history(bytea[], bytea[], text[], timestamptz)": ["connect_app", "connect_worker"],
  "maintain_audit_partitions(timestamptz, integer)": ["connect_keeper"],
};

/** The same database, logged in as one of the service's roles. */
export function roleUrl(ownerUrl: string, role: LoginRole, password: string): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.toString();
}
