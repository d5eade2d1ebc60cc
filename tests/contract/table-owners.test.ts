import { expect, test } from "vitest";
import { importsOf } from "#tests/support/structure/import-graph.ts";
import { measured } from "#tests/support/structure/measured.ts";
import { tables, writes } from "#tests/support/structure/table-writes.ts";

/** Which folder a table belongs to: only its verbs write it, everybody else may read. */
const owners: Record<string, string[]> = {
  "lib/audit": ["audit", "call_days", "counted_days"],
  "lib/connections": ["connections", "credentials"],
  "lib/acts/documents": ["issuer_profiles"],
  "lib/acts/fee-receipts": ["fee_receipt_policies", "fee_receipt_requests"],
  "lib/identity": ["organizations", "organization_connectors", "members", "api_keys", "tallies"],
  "lib/identity/grants": ["grants"],
  "lib/identity/members": ["invitations"],
  "lib/identity/people": ["mail_codes", "used_forms"],
  "lib/indicators": ["indicator_values"],
  "lib/acts/invoicing": ["document_acceptances"],
  "lib/ledger": [
    "preparations",
    "operations",
    "operation_evidence",
    "operation_files",
    "document_tickets",
  ],
  "lib/limits": ["rate_windows", "usage_slots"],
  "lib/links": ["links", "consents"],
  "lib/notices": ["outbox"],
  "lib/operator": ["holds", "operator_actions"],
  "lib/smoke": ["smokes"],
  "lib/records": ["records"],
  "lib/jobs": ["sync_jobs", "evidence"],
  "lib/jobs/login": ["login_attempts"],
  "lib/sync": ["coverage"],
  "lib/idempotency": ["idempotency_keys"],
  "lib/acts/folders": ["tax_folder_settings", "tax_folder_recipients", "tax_folder_requests"],
  "lib/webhooks": ["webhook_endpoints", "webhook_events", "webhook_deliveries", "webhook_attempts"],
};

const known = tables(measured);
const found = measured.flatMap((file) => writes(file, known));

test("each table is defined in its owner's folder", () => {
  const listed = Object.entries(owners).flatMap(([owner, names]) =>
    names.map((name) => `${owner}: ${name}`),
  );
  expect(known.map(({ owner, name }) => `${owner}: ${name}`).toSorted()).toEqual(listed.toSorted());
});

test("each table is written only by its owner", () => {
  const across = found
    // A folder inside the owner's belongs to the owner too.
    .filter(({ folder, table }) => !`${folder}/`.startsWith(`${table.owner}/`))
    .map(({ file, table }) => `${file}: ${table.name}`);
  expect(across).toEqual([]);
});

test("writes are found for every table", () => {
  const written = new Set(found.map(({ table }) => table.name));
  const unseen = known.map(({ name }) => name).filter((name) => !written.has(name));
  expect(unseen).toEqual([]);
});

test("both kinds of writes are found", () => {
  const text = `tx.db.orm\n  .update(connections)\n.set({});
    const one = "delete from usage_slots"; const two = \`for update skip locked; insert into\n links (id)\`;
    await db.orm.insert(apiKeys).values({}); seen.delete(key);
    // insert into audit`;
  const file = { file: "lib/x/y.ts", text, imports: importsOf("lib/x/y.ts", text) };
  const names = writes(file, known).map(({ table }) => table.name);
  expect(names.toSorted()).toEqual(["api_keys", "connections", "links", "usage_slots"]);
});
