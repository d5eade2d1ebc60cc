import type { InTransaction } from "#lib/db/context.ts";
import type { Statement } from "#lib/db/database.ts";
import { queueMail, type MailTx } from "#lib/mail/index.ts";
import { failureText } from "./failure-cause.ts";

interface Reader {
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
    select e.organization_id as "organizationId", o.name as organization, e.url,
      e.disabled_detail as detail, m.email
    from webhook_endpoints e
    join organizations o on o.id = e.organization_id
    join members m on m.organization_id = e.organization_id and m.role in ('owner', 'admin')
    where e.id = any($1)
    order by e.id, m.email`,
};

/** Mails each owner and admin, in the transaction that disabled the endpoints. */
export async function tellOfDisabled(
  tx: InTransaction<MailTx>,
  endpointIds: readonly string[],
): Promise<void> {
  if (endpointIds.length === 0) return;
  const readers = await tx.db.run<Reader>(findReaders, [endpointIds]);
  for (const { organizationId, organization, url, detail, email } of readers) {
    const reason = failureText(detail ?? "");
    const content = { kind: "endpoint_disabled", organization, url, reason } as const;
    await queueMail(tx, { organizationId, to: email, content });
  }
}
