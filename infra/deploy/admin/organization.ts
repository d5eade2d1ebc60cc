import { connectionsForSupport } from "#lib/connections/index.ts";
import {
  createApiKey,
  createOrganization,
  findOrganization,
  listConnectors,
  listOrganizations,
  updateOrganization,
} from "#lib/identity/index.ts";
import { inviteFirstOwner, MailAddress } from "#lib/identity/people/index.ts";
import { deleteWhole } from "./delete-whole.ts";
import { exportTo } from "./export-to.ts";
import { listIn, readingScopes, scopesIn, systems } from "./scopes.ts";
import type { Runs } from "./table.ts";
import { WrongCall } from "./refusals.ts";

export const organization: Runs<"organization"> = {
  create: async (at, { name, plan = "free", owner, connectors, scopes: named }) => {
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
  },
  list: async (at) => ({ organizations: await listOrganizations(at.system) }),
  show: async (at, { ORG }) => ({
    ...(await findOrganization(at.system, ORG)),
    connectors: await listConnectors(at.own),
    connections: await connectionsForSupport(at.own),
  }),
  update: (at, { ORG, ...change }) => updateOrganization(at.system, ORG, given(change)),
  export: (at, { out }) => exportTo(at.own, out),
  delete: (at, options) => deleteWhole(at, options["abandon-unknown"]),
};

function mailOf(text: string): string {
  const mail = MailAddress.safeParse(text);
  if (mail.success) return mail.data;
  throw new WrongCall("--owner is no mail address");
}

/** Without what was not said. */
function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const said = Object.entries(change).filter(([, value]) => value !== undefined);
  if (said.length === 0) throw new WrongCall("There is nothing to change");
  return Object.fromEntries(said) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
