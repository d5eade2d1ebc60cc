import { checkDigitOf } from "#lib/chile/index.ts";
import { storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { setPolicy } from "#lib/acts/fee-receipts/index.ts";
import type { TestApi } from "../scenes/api.ts";

export const anyReceipt = {
  habilitado: true,
  diasAtras: 92,
  diasAdelante: 92,
  montoMaximo: 1_000_000,
  montoDiario: 100_000_000,
  cantidadDiaria: 1_000,
};

interface Issuer {
  id: string;
  key: string;
  connection: string;
}

/** An organization with a policy, a key and a connection with the company's own login. */
export async function plantIssuer(
  api: TestApi,
  /** A company has one list for all who act for it, so each issuer is a separate company. */
  number: number,
  policy: Partial<typeof anyReceipt> = {},
): Promise<Issuer> {
  const { id, key } = await api.organization();
  await setPolicy(api.contextOf(id), { ...anyReceipt, ...policy });
  const body = 77_200_000 + number;
  return { id, key, connection: await connectIssuer(api, id, `${body}-${checkDigitOf(body)}`) };
}

/** A connection of the organization with the company's own login. */
export async function connectIssuer(api: TestApi, id: string, rut: string): Promise<string> {
  const { vault, secret } = api.deps;
  const connection = await api.connection(id, "tributario");
  await api.database.owner("update connections set rut = $2 where id = $1", [connection, rut]);
  const fields = { rut, clave: "x", empresa: rut };
  const given = { organizationId: id, connectionId: connection, connector: "tributario", fields };
  await withTx(api.contextOf(id), (tx) => storeCredential({ ...tx, vault, secret }, given));
  return connection;
}
