import {
  dropCredential,
  endedAccess,
  isAccessEnded,
  lockConnections,
} from "#lib/connections/index.ts";
import { withSystemTx } from "#lib/db/context.ts";
import { repeatUndone } from "#lib/db/failures.ts";
import { endSyncsOf, type JobEnder } from "#lib/jobs/index.ts";
import { endConsent } from "./keep-consent.ts";

const mostAtOnce = 200;

/** Erases credentials whose agreed access has ended. Returns for how many connections. */
export async function expireAccess(ctx: JobEnder): Promise<number> {
  const past = await endedAccess(ctx, mostAtOnce);
  let erased = 0;
  for (const connectionId of past) {
    const isErased = await repeatUndone(() =>
      withSystemTx(ctx, async (tx) => {
        await lockConnections(tx, [connectionId]);
        // Handed over again meanwhile.
        if (!(await isAccessEnded(tx, connectionId))) return false;
        await dropCredential(tx, connectionId, "expirada");
        await endSyncsOf(tx, connectionId);
        await endConsent(tx, connectionId, "vencido");
        return true;
      }),
    );
    if (isErased) erased += 1;
  }
  return erased;
}
