import { blankedWithConnection, droppedWithConnection } from "#lib/db/erasures.ts";

const isNamed = `exists (
        select from operations o
        where o.organization_id = preparations.organization_id and o.preparation_id = preparations.id)`;

/** The document that was previewed, and the person who rejected it. */
export const blankPreparation = `document = '', document_hash = null, totals = null, target = null,
      issuer_revision = null, rejected_by = null`;

/**
 * If these were erased, another organization of the company could take such a document for its own.
 */
const isOpen = "state in ('crossed', 'unknown')";

/**
 * What was issued, under which key and with what outcome, stays in the ledger with its receipt. The
 * documents themselves go: what was previewed, answered and stored as a file.
 */
export const ledgerErasures = [
  droppedWithConnection(
    "operation_files",
    `exists (select from operations o
        where o.organization_id = operation_files.organization_id and o.id = operation_files.operation_id
          and o.connection_id = $3)`,
  ),
  droppedWithConnection("preparations", `connection_id = $3 and not ${isNamed}`),
  blankedWithConnection("preparations", {
    set: blankPreparation,
    which: "document <> ''",
  }),
  blankedWithConnection("operations", {
    set: `outcome = null, outcome_expires_at = null, asked = null,
      known = case when ${isOpen} then known end,
      looks_like = case when ${isOpen} then looks_like else '' end`,
    which: `(outcome is not null or asked is not null or not ${isOpen}
        and (known is not null or looks_like <> ''))`,
  }),
];
