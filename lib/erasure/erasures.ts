import { callDayErasures } from "#lib/audit/call-days.sql.ts";
import type { Erasure } from "#lib/db/erasures.ts";
import { emissionErasures } from "#lib/acts/documents/issuer-profiles.sql.ts";
import { organizationFeeReceiptErasures } from "#lib/acts/fee-receipts/policies.sql.ts";
import {
  feeReceiptErasures,
  organizationFeeRequestErasures,
} from "#lib/acts/fee-receipts/requests.sql.ts";
import { keyErasures, organizationKeyErasures } from "#lib/idempotency/idempotency.sql.ts";
import { grantErasures } from "#lib/identity/grants/grants.sql.ts";
import { identityErasures } from "#lib/identity/identity.sql.ts";
import { invitationErasures } from "#lib/identity/members/invitations.sql.ts";
import { acceptanceErasures } from "#lib/acts/invoicing/acceptances.sql.ts";
import { jobErasures, organizationJobErasures } from "#lib/jobs/jobs.sql.ts";
import { ledgerErasures } from "#lib/ledger/index.ts";
import { limitErasures, organizationLimitErasures } from "#lib/limits/limits.sql.ts";
import { consentErasures } from "#lib/links/consents.sql.ts";
import { linkErasures, organizationLinkErasures } from "#lib/links/links.sql.ts";
import { mailErasures } from "#lib/notices/outbox.sql.ts";
import { recordErasures } from "#lib/records/records.sql.ts";
import { coverageErasures } from "#lib/sync/coverage.sql.ts";
import { folderErasures, organizationFolderErasures } from "#lib/acts/folders/tax-folders.sql.ts";
import { organizationWebhookErasures, webhookErasures } from "#lib/webhooks/webhooks.sql.ts";

/** Everything that a deleted connection left, in an order that the foreign keys allow. */
export const connectionErasures: readonly Erasure[] = [
  ...recordErasures,
  ...coverageErasures,
  ...jobErasures,
  ...linkErasures,
  ...consentErasures,
  ...ledgerErasures,
  ...folderErasures,
  ...emissionErasures,
  ...acceptanceErasures,
  ...feeReceiptErasures,
  ...limitErasures,
  ...keyErasures,
  ...webhookErasures,
];

/** The organization's other data, once its connections are erased. */
export const organizationErasures: readonly Erasure[] = [
  ...organizationWebhookErasures,
  ...organizationJobErasures,
  ...organizationLinkErasures,
  ...organizationFeeRequestErasures,
  ...organizationFeeReceiptErasures,
  ...organizationFolderErasures,
  ...organizationKeyErasures,
  ...organizationLimitErasures,
  ...mailErasures,
  ...invitationErasures,
  ...grantErasures,
  ...identityErasures,
  ...callDayErasures,
];
