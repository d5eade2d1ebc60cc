/** `connect_app` serves and works; `connect_keeper` is housekeeping, which drops what is past its term. */
export const serviceRoles = ["connect_app", "connect_keeper"] as const;

/** `connect_auth` knows people and their tokens, in the schema `auth`, and no organization's rows. */
export const loginRoles = [...serviceRoles, "connect_auth"] as const;
export type LoginRole = (typeof loginRoles)[number];

/** What the API reads of the schema `auth`: who has signed a token, by the public half alone. */
export const publicKeyColumns = ["id", "public_key", "expires_at"] as const;

/** What the service deletes. From every other table nothing goes but by the owner's hand. */
const deletable: readonly string[] = [
  "credentials",
  "evidence",
  "idempotency_keys",
  "login_attempts",
  "mail_codes",
  "members",
  "organization_connectors",
  "rate_windows",
  "records",
  "tallies",
  "used_forms",
];

/** What is on record stays as it was written. */
const insertOnly: readonly string[] = ["audit"];

/** The privileges of both service roles on a table, by the table's name. */
export function rightsOn(table: string): string[] {
  const rights = ["select", "insert"];
  if (!insertOnly.includes(table)) rights.push("update");
  if (deletable.includes(table)) rights.push("delete");
  return rights;
}

/** The same database, entered as one of the service's roles. */
export function roleUrl(ownerUrl: string, role: LoginRole, password: string): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.toString();
}
