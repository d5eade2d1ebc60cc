import { coldImport } from "./cold/import.bench.ts";
import { dashboardPage } from "./dashboard/page.bench.ts";
import { drainFairness } from "./drain/fairness.bench.ts";
import { drainThroughput } from "./drain/throughput.bench.ts";
import { executeRead } from "./execute/read.bench.ts";
import { executeStatements } from "./execute/statements.bench.ts";
import { memoryApi } from "./execute/memory.bench.ts";
import type { Bench, Figure } from "./harness/figure.ts";
import { table } from "./harness/report.ts";
import { readDepth } from "./records/depth.bench.ts";
import { recordsUpsert } from "./records/upsert.bench.ts";
import { scale } from "./scale/scale.bench.ts";
import { start } from "./start/start.bench.ts";
import { syncOverhead } from "./sync/overhead.bench.ts";

/** Every bench there is, in the order of the bars. */
const benches: readonly Bench[] = [
  executeRead,
  executeStatements,
  readDepth,
  recordsUpsert,
  syncOverhead,
  drainThroughput,
  drainFairness,
  coldImport,
  memoryApi,
  scale,
  dashboardPage,
  start,
];

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean =>
  wanted.length === 0 || wanted.some((given) => name === given || name.startsWith(`${given}.`));

const unknown = wanted.filter(
  (given) => !names().some((name) => name === given || name.startsWith(`${given}.`)),
);
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(", ")}. There are: ${names().join(", ")}`);
  process.exitCode = 1;
} else {
  await runWanted();
}

function names(): string[] {
  return benches.flatMap((bench) => bench.names);
}

/** A bench that cannot run is a defect; a bar that is missed is a figure like any other. */
async function runWanted(): Promise<void> {
  const figures: Figure[] = [];
  for (const bench of benches.filter((one) => one.names.some(isWanted))) {
    console.error(`Measuring ${bench.names.join(", ")} …`);
    try {
      for (const figure of (await bench.run()).filter((one) => isWanted(one.bench))) {
        console.log(JSON.stringify(figure));
        figures.push(figure);
      }
    } catch (error) {
      console.error(bench.names.join(", "), error);
      process.exitCode = 1;
    }
  }
  console.log(table(figures));
}
