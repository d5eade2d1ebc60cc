import { createApiKey, createOrganization } from "#lib/identity/index.ts";
import { inviteFirstOwner, MailAddress } from "#lib/identity/people/index.ts";
import type { At } from "./at.ts";
import type { Given } from "./command.ts";
import { WrongCall } from "../refusals.ts";
import { listIn, readingScopes, scopesIn, systems } from "./scopes.ts";
import type { table } from "./table.ts";

type Wanted = Given<(typeof table)["organization"]["create"]>;

/** With its first key, and an invitation for its owner. */
export async function makeOrganization(
  at: At,
  { name, plan = "free", owner, connectors, scopes: named }: Wanted,
): Promise<object> {
  const mail = owner === undefined ? null : mailOf(owner);
  const enabled = connectors === undefined ? [...systems] : listIn(connectors);
  const scopes = named === undefined ? readingScopes(enabled) : scopesIn(named);
  const { id } = await createOrganization(at.system, { name, plan, connectors: enabled });
  const maker = { ...at.system, secret: at.keySecret };
  const { key } = await createApiKey(maker, { organizationId: id, name: "First key", scopes });
  const made = { organization: id, apiKey: key };
  if (mail === null) return made;
  const { url } = await inviteFirstOwner({ ...at.of(id), ...at.invitations }, mail);
  return { ...made, invitationUrl: url };
}

function mailOf(text: string): string {
  const mail = MailAddress.safeParse(text);
  if (mail.success) return mail.data;
  throw new WrongCall("--owner is no mail address");
}
