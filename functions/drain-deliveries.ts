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

/** Runs every minute, within the function's remaining time. Two runs at once are safe. */
export function createDrain(deps: DrainDeps): (remainingMs: number) => Promise<DrainReport> {
  const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
  const drain = async (remainingMs: number): Promise<DrainReport> => {
    await answerOpenSmoke(deps, "drain");
    const until = performance.now() + remainingMs;
    const report = await drainDeliveries({ ...deps, sender }, () => until - performance.now());
    if (report.claimed > 0) deps.log.info("webhooks.drained", { ...report });
    deps.log.measure("drain", {
      DeliveriesDelivered: report.delivered,
      DeliveriesRetried: report.retried,
      DeliveriesFailed: report.failed,
      OldestDueDelivery: await oldestDueSeconds(deps),
    });
    return report;
  };
  return (remainingMs) => traced({ name: "drain deliveries" }, () => drain(remainingMs));
}
