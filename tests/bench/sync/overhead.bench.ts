import assert from "node:assert/strict";
import { findChromium, type Chromium } from "#lib/browser/index.ts";
import { addMonths, periodoOf } from "#lib/chile/index.ts";
import { withDatabase, type BenchDatabase } from "../harness/cluster.ts";
import { figure, type Bench } from "../harness/figure.ts";
import { interleave, median } from "../harness/rounds.ts";
import { printMovements } from "./floor.ts";
import { login, syncBench, type SyncBench } from "./scene.ts";

const rounds = 7;
const limitMs = 300_000;

/** A month of at least 1,000 movements, from the claim to the event, compared with a script by hand. */
export const syncOverhead: Bench = {
  names: ["sync.overhead"],
  run: () =>
    withDatabase(async (database) => {
      const bench = await syncBench(database);
      try {
        const chromium = await findChromium();
        const sides = {
          ours: () => secondsOfOurs(database, bench),
          floor: () => secondsOfFloor(bench, chromium),
        };
        // From here on the binary is in memory, and every statement has its plan.
        for (const side of [sides.ours, sides.floor]) await side();
        const { ours, floor } = await interleave("sync.overhead", rounds, sides);
        const rows = new Set([...ours, ...floor].map((run) => run.rows));
        assert.equal(rows.size, 1, "both sides bring the same rows");
        const seconds = (runs: Run[]): number => median(runs.map((run) => run.seconds));
        return [figure("sync.overhead", seconds(ours), seconds(floor))];
      } finally {
        await bench.close();
      }
    }),
};

interface Run {
  seconds: number;
  rows: number;
}

async function secondsOfOurs({ owner }: BenchDatabase, bench: SyncBench): Promise<Run> {
  const jobId = await bench.newJob(crowdedPeriodo());
  const body = JSON.stringify({ jobId });
  const startedAt = performance.now();
  await bench.worker({ Records: [{ messageId: "one", body }] }, limitMs);
  const seconds = (performance.now() - startedAt) / 1000;
  const { rows } = await owner.query<{ status: string; attempts: number; records: number }>(
    "select status, attempts, records_synced as records from sync_jobs where id = $1",
    [jobId],
  );
  const [job] = rows;
  assert.deepEqual([job?.status, job?.attempts], ["succeeded", 1]);
  return { seconds, rows: job?.records ?? 0 };
}

async function secondsOfFloor({ portalUrl }: SyncBench, found: Chromium): Promise<Run> {
  const printed: string[] = [];
  const empresa = "76.555.835-2";
  const month = crowdedPeriodo().replace("-", "");
  const startedAt = performance.now();
  await printMovements({ ...login, empresa, portalUrl, chromium: found, month }, (row) =>
    printed.push(row),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, rows: printed.length };
}

/** The latest past month in which the first account has exactly 1,000 movements. */
function crowdedPeriodo(): string {
  const current = periodoOf(new Date());
  const past = Array.from({ length: 12 }, (_, back) => addMonths(current, -1 - back));
  const found = past.find((periodo) => ["01", "05", "09"].includes(periodo.slice(5)));
  if (found === undefined) throw new RangeError("twelve months hold each month");
  return found;
}
