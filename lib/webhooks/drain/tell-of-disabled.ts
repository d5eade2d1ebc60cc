import type { InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { bounds } from "#lib/identity/index.ts";
import { tally, type TallyLimit } from "#lib/identity/people/index.ts";
import { dayMs } from "#lib/kernel/clock.ts";
import { queueMail, type MailTx } from "#lib/notices/index.ts";
import { failureText } from "./failure-cause.ts";

/** A key that may configure webhooks can break an endpoint and enable it again without end. */
const ofOrganization: TallyLimit = {
  what: "disablements_mailed",
  windowMs: dayMs,
  most: bounds.disablementsMailed,
};

interface Reader {
  endpointId: string;
  organizationId: string;
  organization: string;
  url: string;
  detail: string | null;
  email: string;
}

/** Those who can fix it: owners and admins may enable endpoints. */
const findReaders: Statement = {
  name: "webhooks.readers_of_disabled",
  repeatable: true,
  text: `
    select e.id as "endpointId", e.organization_id as "organizationId", o.name as organization, e.url,
      e.disabled_detail as detail, m.email
    from webhook_endpoints e
    join organizations o on o.id = e.organization_id
    join members m on m.organization_id = e.organization_id and m.role in ('owner', 'admin')
    where e.id = any($1)
    order by e.id, m.email`,
};

/**
 * Mails each owner and admin, in the transaction that disabled the endpoints. Beyond a number a day
 * only the pages tell.
 */
export async function tellOfDisabled(
  tx: InTransaction<MailTx>,
  endpointIds: readonly string[],
): Promise<void> {
  if (endpointIds.length === 0) return;
  const readers = await tx.db.run<Reader>(findReaders, [endpointIds]);
  for (const ofOne of Map.groupBy(readers, ({ endpointId }) => endpointId).values()) {
    if (!(await mayTell(tx, ofOne))) continue;
    for (const { organizationId, organization, url, detail, email } of ofOne) {
      const reason = failureText(detail ?? "");
      const content = { kind: "endpoint_disabled", organization, url, reason } as const;
      await queueMail(tx, { organizationId, to: email, content });
    }
  }
}

async function mayTell(
  { db, clock }: InTransaction<MailTx>,
  [reader]: readonly Reader[],
): Promise<boolean> {
  const subject = Buffer.from(reader?.organizationId ?? "");
  const { isOver } = await tally(db, ofOrganization, subject, clock.now());
  return !isOver;
}
