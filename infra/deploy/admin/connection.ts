import { connectionsForSupport } from "#lib/connections/index.ts";
import { deleteConnection } from "#lib/erasure/index.ts";
import { forgetCredential } from "#lib/links/index.ts";
import { emitSyncEnded } from "#lib/webhooks/index.ts";
import { backupsForgetAt, orRefused } from "./delete-whole.ts";
import { editConnection, showConnection } from "./edit-connection.ts";
import { listIn, scopesIn } from "./scopes.ts";
import type { Runs } from "./table.ts";

export const connection: Runs<"connection"> = {
  list: async (at) => ({ connections: await connectionsForSupport(at.own) }),
  show: (at, { CONN }) => showConnection(at, CONN),
  update: (at, { CONN, nombre, scopes, alcances }) =>
    editConnection(at, CONN, {
      ...(nombre !== undefined && { nombre }),
      ...(scopes !== undefined && { scopes: scopesIn(scopes) }),
      ...(alcances !== undefined && { alcances: listIn(alcances) }),
    }),
  disable: (at, { CONN }) => editConnection(at, CONN, { enabled: false }),
  enable: (at, { CONN }) => editConnection(at, CONN, { enabled: true }),
  forget: async (at, { CONN }) => {
    await forgetCredential({ ...at.own, onJobEnded: emitSyncEnded }, CONN);
    return { forgotten: CONN, ...backupsForgetAt(at) };
  },
  delete: async (at, { CONN, "abandon-unknown": abandonUnknown }) => {
    orRefused(await deleteConnection(at.own, CONN, { abandonUnknown }));
    return { deleted: CONN, ...backupsForgetAt(at) };
  },
};
