import {
  changeConnection,
  connectionsForSupport,
  findConnectionDetail,
} from "#lib/connections/index.ts";
import { lazyConnectors } from "#lib/connectors/lazy-connectors.ts";
import { deleteConnection } from "#lib/erasure/index.ts";
import { forgetOwnCredential } from "#lib/links/index.ts";
import type { At } from "./at.ts";
import { backupsForgetAt, orRefused } from "./delete-whole.ts";
import { Refused } from "./refusals.ts";
import { listIn, scopesIn } from "./scopes.ts";
import type { Runs } from "./table.ts";

export const connection: Runs<"connection"> = {
  list: async (at) => ({ connections: await connectionsForSupport(at.own) }),
  show: (at, { CONN }) => detail(at, CONN),
  update: (at, { CONN, nombre, scopes, alcances }) =>
    edit(at, CONN, {
      ...(nombre !== undefined && { nombre }),
      ...(scopes !== undefined && { scopes: scopesIn(scopes) }),
      ...(alcances !== undefined && { alcances: listIn(alcances) }),
    }),
  disable: (at, { CONN }) => edit(at, CONN, { enabled: false }),
  enable: (at, { CONN }) => edit(at, CONN, { enabled: true }),
  forget: async (at, { CONN }) => {
    await forgetOwnCredential(at.own, CONN);
    return { forgotten: CONN, ...backupsForgetAt(at) };
  },
  delete: async (at, { CONN, "abandon-unknown": abandonUnknown }) => {
    orRefused(await deleteConnection(at.own, CONN, { abandonUnknown }));
    return { deleted: CONN, ...backupsForgetAt(at) };
  },
};

async function detail(at: At, id: string) {
  const found = await findConnectionDetail(at.own, id);
  if (found === null) throw new Refused("no such connection");
  return found;
}

async function edit(
  at: At,
  id: string,
  change: { enabled?: boolean; nombre?: string; scopes?: string[]; alcances?: string[] },
) {
  const { sistema, version, disabledAt, ...now } = await detail(at, id);
  const manifest = lazyConnectors.find((one) => one.manifest.id === sistema)?.manifest;
  const offered = manifest?.alcances.map((module) => module.id) ?? [];
  const before = { ...now, enabled: disabledAt === null };
  const edited = await changeConnection(at.own, id, { ...before, ...change, offered, version });
  return edited.connection;
}
