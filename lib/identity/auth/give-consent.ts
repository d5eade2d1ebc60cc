import { withTx, type Context, type InTransaction } from "#lib/db/context.ts";
import { queueMail } from "#lib/notices/index.ts";
import type { Vault } from "#lib/vault/index.ts";
import { recordConsent } from "../grants/record-consent.ts";
import { useForm } from "../people/used-forms.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { shownRedirect } from "./redirect-uris.ts";

export interface ConsentContext extends Context {
  vault: Vault;
}

interface Agreed {
  request: Pick<AuthorizationRequest, "client" | "redirectUri">;
  /** From the form that the person sent: it is valid for one consent. */
  number: string;
  scopes: readonly string[];
  /** Null means all of the organization's connections. */
  connections: readonly string[] | null;
  person: { email: string };
  organizationName: string;
}

type ConsentAnswer =
  | { kind: "given"; grantId: string; mailId: string }
  /** The form was already sent: it gave one grant and one code, and gives no more. */
  | { kind: "used" };

/**
 * What a person agreed to, as one act: the form's number, the grant, its audit record, and the mail
 * about it. `record` writes the record, in the same transaction.
 */
export function giveConsent<C extends ConsentContext>(
  ctx: C,
  { request, number, scopes, connections, person, organizationName }: Agreed,
  record: (tx: InTransaction<C>) => Promise<void>,
): Promise<ConsentAnswer> {
  const { client, redirectUri } = request;
  const { host } = shownRedirect(redirectUri);
  return withTx(ctx, async (tx): Promise<ConsentAnswer> => {
    if (!(await useForm(tx, number))) return { kind: "used" };
    const grant = await recordConsent(tx, { client, redirectHost: host, scopes, connections });
    await record(tx);
    const mailId = await queueMail(tx, {
      organizationId: ctx.organization.id,
      to: person.email,
      content: {
        kind: "grant_consented",
        organization: organizationName,
        client: client.name,
        host: client.host ?? host,
      },
    });
    return { kind: "given", grantId: grant.id, mailId };
  });
}
