import type { Mutation } from "./mutation.ts";

const connectionTests = ["lib/erasure/delete-connection.test.ts"];
const organizationTests = ["lib/erasure/delete-organization.test.ts"];
const erasingTests = ["lib/erasure/erase-deleted.test.ts"];
const pruningTests = ["lib/retention/prune.test.ts"];
const ownRow = "case (select nullif(current_setting('app.org_id', true), '')) when organization_id";
const deleting = "lib/erasure/delete-connection.ts";

/** What its owner deleted. */
export const erasureMutations: readonly Mutation[] = [
  {
    group: "erasure",
    breaks: "a deleted connection is found by who still knows its id",
    file: "drizzle/0000_foundation.sql",
    changes: [
      [`USING (${ownRow} then (deleted_at is null or`, `USING (${ownRow} then (true or`],
      [`CHECK (${ownRow} then (deleted_at is null or`, `CHECK (${ownRow} then (true or`],
    ],
    tests: connectionTests,
  },
  {
    group: "erasure",
    breaks: "a worker sends a document while its connection is deleted",
    file: deleting,
    changes: [["  await lockJobsOf(tx, connection.connectionId);\n", ""]],
    tests: ["lib/erasure/open-outcome.test.ts"],
  },
  {
    group: "erasure",
    breaks: "who was handed a link before gives a credential to what is deleted",
    file: deleting,
    changes: [["  await annulLinksOf(tx, connectionId);\n", ""]],
    tests: connectionTests,
  },
  {
    group: "erasure",
    breaks: "what is queued of a deleted connection is sent",
    file: deleting,
    changes: [["  await endDeliveriesOf(tx, { organizationId, connectionId });\n", ""]],
    tests: ["lib/erasure/deleted-events.test.ts"],
  },
  {
    group: "erasure",
    breaks: "a key works for an organization that waits for its deletion",
    file: "drizzle/0000_foundation.sql",
    changes: [["WHERE k.hash = hashes[1] AND o.deletes_at IS NULL", "WHERE k.hash = hashes[1]"]],
    tests: organizationTests,
  },
  {
    group: "erasure",
    breaks: "what a call wrote that began before the deletion is never erased",
    file: "lib/erasure/erase-deleted.ts",
    changes: [["const quietMs = 15 * minuteMs;", "const quietMs = 0;"]],
    tests: erasingTests,
  },
  {
    group: "erasure",
    breaks: "organizations that are put off keep every later one from being erased",
    file: "lib/erasure/erase-deleted.ts",
    changes: [["  } while (after !== null);", "  } while (after === undefined);"]],
    tests: erasingTests,
  },
  {
    group: "erasure",
    breaks: "a preview is forgotten although nobody knows whether its document is out",
    file: "lib/ledger/prunings.ts",
    changes: [
      [
        "o.preparation_id = t.id and o.state <> 'released')",
        "o.id = '' and o.preparation_id = t.id)",
      ],
    ],
    tests: pruningTests,
  },
];
