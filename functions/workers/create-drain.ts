import { createSender } from "#lib/egress/index.ts";
import { traced } from "#lib/kernel/trace.ts";
import { answerOpenSmoke } from "#lib/smoke/index.ts";
import {
  drainDeliveries,
  drainLimits,
  oldestDueSeconds,
  type DeliveryContext,
  type DrainReport,
} from "#lib/webhooks/index.ts";

type DrainDeps = Omit<DeliveryContext, "sender">;

/**
 * Runs every minute, within the function's remaining time; what it holds when it is told to stop is
 * due again at once. Two runs at once are safe.
 */
export function createDrain(
  deps: DrainDeps,
): (remainingMs: number, stopping?: AbortSignal) => Promise<DrainReport> {
  const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
  const drain = async (remainingMs: number, stopping?: AbortSignal): Promise<DrainReport> => {
    await answerOpenSmoke(deps, "drain");
    const until = performance.now() + remainingMs;
    const leftMs = () => (stopping?.aborted === true ? 0 : until - performance.now());
    const report = await drainDeliveries({ ...deps, sender }, leftMs);
    if (report.claimed > 0) deps.log.info("webhooks.drained", { ...report });
    deps.log.measure("drain", {
      DeliveriesDelivered: report.delivered,
      DeliveriesRetried: report.retried,
      DeliveriesFailed: report.failed,
      OldestDueDelivery: await oldestDueSeconds(deps),
    });
    return report;
  };
  return (remainingMs, stopping) =>
    traced({ name: "drain deliveries" }, () => drain(remainingMs, stopping));
}
