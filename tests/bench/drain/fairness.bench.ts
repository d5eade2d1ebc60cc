import assert from "node:assert/strict";
import { createSender } from "#lib/egress/index.ts";
import { drainDeliveries, drainLimits } from "#lib/webhooks/index.ts";
import { figure, type Bench } from "../harness/figure.ts";
import { interleave, median, percentile } from "../harness/rounds.ts";
import { withDrainScene, type BenchEndpoint, type DrainScene } from "./scene.ts";

const noisyDue = 200_000;
const quietCount = 10;
const quietDue = 100;
const rounds = 7;

/** How long a quiet endpoint waits while another has 200,000 due and never answers. */
export const drainFairness: Bench = {
  names: ["drain.fairness"],
  run: () =>
    withDrainScene(async (scene) => {
      const noisy = await scene.endpoint("/hang");
      const quiet = await Promise.all(
        Array.from({ length: quietCount }, () => scene.endpoint("/ok")),
      );
      for (let n = 0; n < noisyDue; n += 50_000) await scene.queue([noisy], 50_000);
      const sides = {
        ours: () => waits(scene, quiet, noisy, true),
        floor: () => waits(scene, quiet, noisy, false),
      };
      for (const side of [sides.ours, sides.floor]) await side();
      const { ours, floor } = await interleave("drain.fairness", rounds, sides);
      return [figure("drain.fairness", median(ours), median(floor))];
    }),
};

/** The p99 of the quiet endpoints' waits, from due to attempted. */
async function waits(
  scene: DrainScene,
  quiet: readonly BenchEndpoint[],
  noisy: BenchEndpoint,
  withNoisy: boolean,
): Promise<number> {
  const { owner } = scene.database;
  const forget = ["webhook_attempts", "webhook_deliveries"];
  for (const table of forget) {
    await owner.query(`delete from ${table} where endpoint_id <> $1`, [noisy.id]);
  }
  // Rows that are not due do not count, and that is faster than filling the table again.
  await owner.query(
    `update webhook_deliveries set status = $2, next_attempt_at = now() - interval '1 hour'
     where endpoint_id = $1 and status <> $2`,
    [noisy.id, withNoisy ? "pending" : "failed"],
  );
  await owner.query("vacuum analyze webhook_deliveries");
  await owner.query("checkpoint");
  await scene.queue(quiet, quietDue);
  const from = Date.now();
  await drainUntilQuiet(scene, quiet);
  const { rows } = await owner.query<{ at: Date }>(
    `select attempted_at as at from webhook_attempts
     where endpoint_id <> $1 and response_status = 200`,
    [noisy.id],
  );
  assert.equal(rows.length, quietCount * quietDue);
  return percentile(
    rows.map(({ at }) => at.getTime() - from),
    99,
  );
}

/** Ends as soon as the quiet ones have everything, because the noisy one would take for ever. */
async function drainUntilQuiet(scene: DrainScene, quiet: readonly BenchEndpoint[]): Promise<void> {
  const sender = createSender({ maxSocketsPerEndpoint: drainLimits.perEndpoint });
  const ids = new Set(quiet.map(({ id }) => id));
  let sent = 0;
  const counting: typeof sender = {
    ...sender,
    sendOnce: async (request) => {
      const result = await sender.sendOnce(request);
      if (ids.has(request.endpointId)) sent += 1;
      return result;
    },
  };
  const limits = { ...drainLimits, attemptMs: 1_000, closingMs: 1_000 };
  const remainingMs = () => (sent < quietCount * quietDue ? 600_000 : 0);
  await drainDeliveries({ ...scene.ctx, sender: counting }, remainingMs, limits);
}
