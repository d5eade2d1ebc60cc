/** What the service deletes. From every other table nothing goes but by the owner's hand. */
const deletable: readonly string[] = [
  "evidence",
  "idempotency_keys",
  "login_attempts",
  "organization_connectors",
  "rate_windows",
  "records",
];

/** What is on record stays as it was written. */
const insertOnly: readonly string[] = ["audit"];

/** The privileges of the service's role on a table, by the table's name. */
export function rightsOn(table: string): string[] {
  const rights = ["select", "insert"];
  if (!insertOnly.includes(table)) rights.push("update");
  if (deletable.includes(table)) rights.push("delete");
  return rights;
}
