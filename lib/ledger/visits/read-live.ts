import { requireLiveCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import { sealLive, startJobOn, takeAnswer } from "#lib/jobs/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { ActingConnection, LedgerContext } from "../ledger-context.ts";
import type { OperationKind } from "../states.ts";
import { checkWaiting, waitForVisit } from "./wait-for-visit.ts";

/** An act's own question: by one of its kinds, and the name of its reading. */
export interface LiveQuestion {
  kind: OperationKind;
  reading: string;
  input: unknown;
}

/** Reads something in the portal, which changes nothing there, and keeps nothing of it. */
export async function readLive(
  ctx: LedgerContext,
  connection: ActingConnection,
  question: LiveQuestion,
): Promise<unknown> {
  requireLiveCredential(connection);
  const organizationId = ctx.organization.id;
  const id = newId("sjb", ctx.clock.now());
  const asked = await sealLive(ctx, { id, organizationId }, "asked", question);
  await withTx(ctx, async (tx) => {
    await checkWaiting(tx, connection.id);
    return startJobOn(tx, connection, { id, kind: "live", asked });
  });
  await waitForVisit(ctx, id);
  return takeAnswer(ctx, id);
}
