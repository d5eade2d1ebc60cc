import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ConsumedLink } from "#lib/links/index.ts";
import { emitEvent } from "./emit-event.ts";

/** For a link that created or reauthenticated a connection. */
export async function emitLinkConsumed(
  tx: InTransaction<SystemContext>,
  link: ConsumedLink,
): Promise<void> {
  await emitEvent(tx, {
    organizationId: link.organizationId,
    type: "connect_session.consumed",
    connectionId: link.connectionId,
    data: {
      session: { id: link.linkId },
      connection: { id: link.connectionId, connector: link.connector },
      verified: link.verified,
      consumed_at: link.consumedAt.toISOString(),
    },
  });
}
