import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { keptAnswerDays, keptDays, ledgerYears, syncedMonths } from "#lib/contract/index.ts";
import type { Pruning } from "#lib/db/prunings.ts";
import { feeReceiptPruning } from "#lib/acts/fee-receipts/requests.sql.ts";
import { keyPrunings } from "#lib/idempotency/idempotency.sql.ts";
import { keyEndPruning } from "#lib/identity/identity.sql.ts";
import { acceptancePruning } from "#lib/acts/invoicing/acceptances.sql.ts";
import { jobPruning } from "#lib/jobs/jobs.sql.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { givenUpPreviewPruning, operationPrunings, previewPruning } from "#lib/ledger/index.ts";
import { usagePruning } from "#lib/limits/limits.sql.ts";
import { linkPruning } from "#lib/links/links.sql.ts";
import { recordPruning } from "#lib/records/records.sql.ts";
import { coveragePruning } from "#lib/sync/coverage.sql.ts";
import { folderPruning } from "#lib/acts/folders/tax-folders.sql.ts";
import { webhookPrunings } from "#lib/webhooks/webhooks.sql.ts";

/** Rows from before this are past their term. */
type Since = (now: Date) => Date | string;

const days =
  (count: number): Since =>
  (now) =>
    new Date(now.getTime() - count * dayMs);

const years =
  (count: number): Since =>
  (now) => {
    const then = new Date(now);
    then.setUTCFullYear(then.getUTCFullYear() - count);
    return then;
  };

/** Whole months before the current one. */
const months =
  (count: number): Since =>
  (now) =>
    addMonths(periodoOf(now), -count);

export interface Prune {
  since: Since;
  prunings: readonly Pruning[];
}

/** What `prune` drops, each after what refers to it. */
export const prunes: readonly Prune[] = [
  { since: months(syncedMonths), prunings: [coveragePruning, recordPruning] },
  {
    since: days(keptDays),
    prunings: [...webhookPrunings, jobPruning, linkPruning, ...keyPrunings],
  },
  { since: days(1), prunings: [previewPruning, givenUpPreviewPruning] },
  {
    since: years(ledgerYears),
    prunings: [feeReceiptPruning, folderPruning, acceptancePruning, ...operationPrunings],
  },
  { since: months(3), prunings: [usagePruning] },
  { since: years(2), prunings: [keyEndPruning] },
];

const ended = `${keptDays} days after its end`;
const read = `${syncedMonths} months before the current one`;
const done = `${ledgerYears} years, an outcome that nobody knows for ever`;
const deleted = "until it is deleted";
const day = "1 day after its end";
const atEnd = "until its end";
/** The library's, for a way of using it that is not ours. */
const never = "nothing is in it";

/**
 * How long each table keeps its rows. What is not pruned has its own chore, or goes with its owner.
 */
export const terms: Readonly<Record<string, string>> = {
  records: read,
  coverage: read,
  audit: "24 months",
  call_days: "750 days",
  counted_days: "750 days",
  usage_slots: "3 months before the current one",
  rate_windows: "10 minutes",
  smokes: "30 days",
  sync_jobs: ended,
  evidence: "7 days",
  login_attempts: "30 days, the newest of each password for ever",
  webhook_events: `${keptDays} days, and as long as it is still to be sent`,
  webhook_deliveries: ended,
  webhook_attempts: ended,
  links: ended,
  preparations: `unused 1 day after its end, used ${done}`,
  operations: done,
  operation_evidence: done,
  fee_receipt_requests: done,
  tax_folder_requests: done,
  document_acceptances: done,
  operation_files: `${keptAnswerDays} days at most`,
  document_tickets: "1 hour after its end",
  idempotency_keys: `${keptDays} days, of what cannot be undone as its organization`,
  api_keys: "2 years after its end",
  grants: deleted,
  invitations: day,
  mail_codes: day,
  tallies: day,
  used_forms: day,
  outbox: day,
  holds: "until it is released",
  operator_actions: "for ever",
  organizations: deleted,
  organization_connectors: deleted,
  members: deleted,
  connections: deleted,
  consents: deleted,
  credentials: deleted,
  issuer_profiles: deleted,
  fee_receipt_policies: deleted,
  tax_folder_settings: deleted,
  tax_folder_recipients: deleted,
  webhook_endpoints: deleted,
  indicator_values: deleted,
  "auth.user": deleted,
  "auth.account": deleted,
  "auth.session": atEnd,
  "auth.verification": atEnd,
  "auth.jwks": "30 days after its turn",
  "auth.oauth_client": "7 days without a grant",
  "auth.oauth_refresh_token": "until its end, or 1 day after its grant's",
  "auth.oauth_access_token": never,
  "auth.oauth_consent": never,
  "auth.oauth_resource": never,
  "auth.oauth_client_resource": never,
  "auth.oauth_client_assertion": never,
};
