import type { Alcance } from "#lib/contract/index.ts";
import { wakeWorker, type ClaimedJob } from "#lib/jobs/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import { linkSubject, type ConsumedLink, type LinkTx } from "#lib/links/index.ts";
import { startFirstSyncs } from "#lib/schedules/index.ts";
import { runJob, type SyncContext } from "#lib/sync/index.ts";
import type { Systems } from "#lib/tools/catalogue.ts";
import { emitLinkConsumed } from "#lib/webhooks/index.ts";

interface SyncJobContext extends Omit<SyncContext, "linkSubject"> {
  secret: ServiceSecret;
  catalogue: Systems;
  /** What a system offers, from its manifest. */
  offered(connector: string): readonly Alcance[];
}

/** One job of the sync worker. A used link is followed by its connection's first syncs. */
export async function runSyncJob(
  ctx: SyncJobContext,
  jobId: string,
  deadline: AbortSignal,
): Promise<void> {
  let wakeFirstSyncs = (): Promise<void> => Promise.resolve();
  const afterConsumed = async (tx: LinkTx, link: ConsumedLink): Promise<void> => {
    await emitLinkConsumed(tx, link);
    const started = await startFirstSyncs(tx, link.connectionId, (system) => ctx.offered(system));
    // Reset if the transaction is repeated: what was rolled back must wake nobody.
    wakeFirstSyncs = async () => {
      for (const { jobId: first, requestId } of started) {
        await wakeWorker({ ...ctx, requestId }, first, link.organizationId);
      }
    };
  };
  const subjectOf = async (job: ClaimedJob) => {
    const verifier = await ctx.catalogue.find(`${job.connector}.conexion.verificar`);
    const permisosOf = (alcances: readonly string[]): string[] =>
      ctx
        .offered(job.connector)
        .filter(({ id }) => alcances.includes(id))
        .flatMap(({ permiso }) => permiso ?? []);
    const verified = verifier === null ? null : true;
    return linkSubject(ctx, job, { verified, afterConsumed, permisosOf });
  };
  await runJob({ ...ctx, linkSubject: subjectOf }, jobId, deadline);
  await wakeFirstSyncs();
}
