import { callDays } from "#lib/audit/call-days.sql.ts";
import { audit } from "#lib/audit/audit.table.ts";
import { connections } from "#lib/connections/connections.sql.ts";
import { issuerProfiles } from "#lib/acts/documents/issuer-profiles.sql.ts";
import { feeReceiptPolicies } from "#lib/acts/fee-receipts/policies.sql.ts";
import { feeReceiptRequests } from "#lib/acts/fee-receipts/requests.sql.ts";
import { idempotencyKeys } from "#lib/idempotency/idempotency.sql.ts";
import { grants } from "#lib/identity/grants/grants.sql.ts";
import {
  apiKeys,
  members,
  organizationConnectors,
  organizations,
} from "#lib/identity/identity.sql.ts";
import { invitations } from "#lib/identity/members/invitations.sql.ts";
import { documentAcceptances } from "#lib/acts/invoicing/acceptances.sql.ts";
import { syncJobs } from "#lib/jobs/jobs.sql.ts";
import {
  operationEvidence,
  operationFiles,
  operations,
  preparations,
} from "#lib/ledger/ledger.sql.ts";
import { usageSlots } from "#lib/limits/limits.sql.ts";
import { consents } from "#lib/links/consents.sql.ts";
import { links } from "#lib/links/links.sql.ts";
import { records } from "#lib/records/records.sql.ts";
import { coverage } from "#lib/sync/coverage.sql.ts";
import {
  taxFolderRecipients,
  taxFolderRequests,
  taxFolderSettings,
} from "#lib/acts/folders/tax-folders.sql.ts";
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from "#lib/webhooks/webhooks.sql.ts";

/**
 * The tables in an organization's export: one file each, except records, which have one per
 * dataset.
 */
export const exportedTables = [
  organizations,
  organizationConnectors,
  members,
  invitations,
  apiKeys,
  grants,
  connections,
  links,
  consents,
  coverage,
  records,
  syncJobs,
  preparations,
  operations,
  operationEvidence,
  operationFiles,
  documentAcceptances,
  issuerProfiles,
  feeReceiptPolicies,
  feeReceiptRequests,
  taxFolderSettings,
  taxFolderRecipients,
  taxFolderRequests,
  webhookEndpoints,
  webhookEvents,
  webhookDeliveries,
  webhookAttempts,
  idempotencyKeys,
  usageSlots,
  callDays,
  audit,
] as const;

/** Secrets, sealed data, counters, and rows that only live for minutes. */
export const unexportedTables = [
  "credentials",
  "document_tickets",
  "evidence",
  "login_attempts",
  "outbox",
  "rate_windows",
] as const;
