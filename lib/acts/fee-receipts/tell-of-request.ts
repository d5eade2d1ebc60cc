import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import { emitEvent } from "#lib/webhooks/index.ts";
import type { RequestRow } from "./requests.sql.ts";

const told = {
  issued: { state: "issued", version: 1 },
  inconclusive: { state: "inconclusive", version: 0 },
  rejected: { state: "rejected", version: 0 },
} as const;

type Told = keyof typeof told;

/** An event in the transaction of what it reports. It only has ids, and annulments have none. */
export async function tellOfRequest(
  tx: InTransaction<SystemContext>,
  request: RequestRow,
  what: Told,
): Promise<void> {
  const { state, version } = told[what];
  await tell(tx, request, { type: `tributario.honorarios.${what}`, state, version });
}

/** A version of its document is now stored. */
export async function tellOfDocument(
  tx: InTransaction<SystemContext>,
  request: RequestRow,
  version: number,
): Promise<void> {
  await tell(tx, request, {
    type: "tributario.honorarios.document_available",
    state: "issued",
    version,
  });
}

async function tell(
  tx: InTransaction<SystemContext>,
  { id, organizationId, connectionId, kind }: RequestRow,
  {
    type,
    state,
    version,
  }: {
    type: `tributario.honorarios.${Told | "document_available"}`;
    state: string;
    version: number;
  },
): Promise<void> {
  if (kind !== "emision") return;
  await emitEvent(tx, {
    organizationId,
    type,
    connectionId,
    data: { request_id: id, connection_id: connectionId, document_version: version, state },
  });
}
