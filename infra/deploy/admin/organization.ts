import { connectionsForSupport } from "#lib/connections/index.ts";
import {
  findOrganization,
  listConnectors,
  listOrganizations,
  updateOrganization,
} from "#lib/identity/index.ts";
import { deleteWhole } from "./delete-whole.ts";
import { exportTo } from "./export-to.ts";
import { makeOrganization } from "./make-organization.ts";
import type { Runs } from "./table.ts";

export const organization: Runs<"organization"> = {
  create: (at, wanted) => makeOrganization(at, wanted),
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

/** Without options that were not given. */
function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const said = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
