import { coldImport } from "./cold/import.bench.ts";
import { dashboardPage } from "./dashboard/page.bench.ts";
import { drainFairness } from "./drain/fairness.bench.ts";
import { drainThroughput } from "./drain/throughput.bench.ts";
import { executeRead } from "./execute/read.bench.ts";
import { executeStatements } from "./execute/statements.bench.ts";
import { memoryApi } from "./execute/memory.bench.ts";
import type { Bench, Figure } from "./harness/figure.ts";
import { thisMachine } from "./harness/machine.ts";
import { table } from "./harness/report.ts";
import { commitHere, writeRun, type Run } from "./harness/run-file.ts";
import { writePage } from "./page/write-page.ts";
import { readDepth } from "./records/depth.bench.ts";
import { recordsUpsert } from "./records/upsert.bench.ts";
import { scale, scaleRows } from "./scale/scale.bench.ts";
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

const given = process.argv.slice(2);
/** Every bench, for the page that quotes a run. */
const isWritten = given.includes("--write");
const wanted = given.filter((one) => one !== "--write");
const isOf = (name: string, asked: string): boolean =>
  name === asked || name.startsWith(`${asked}.`);
const isWanted = (name: string): boolean =>
  wanted.length === 0 || wanted.some((asked) => isOf(name, asked));

const names = benches.flatMap((bench) => bench.names);
const unknown = wanted.filter((asked) => !names.some((name) => isOf(name, asked)));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(", ")}. There are: ${names.join(", ")}`);
  process.exitCode = 1;
} else if (isWritten && wanted.length > 0) {
  console.error("The page quotes one run of every bench: --write takes no names.");
  process.exitCode = 1;
} else {
  await runWanted();
}

/** A bench that cannot run is a defect; a missed bar is a figure like any other. */
async function runWanted(): Promise<void> {
  const begun = { date: new Date().toISOString().slice(0, 10), commit: commitHere() };
  const run = { ...begun, machine: thisMachine(), scaleRows, figures: [] as Figure[] };
  for (const bench of benches.filter((one) => one.names.some(isWanted))) {
    console.error(`Measuring ${bench.names.join(", ")} …`);
    try {
      for (const figure of (await bench.run()).filter((one) => isWanted(one.bench))) {
        console.log(JSON.stringify(figure));
        run.figures.push(figure);
      }
    } catch (error) {
      console.error(bench.names.join(", "), error);
      process.exitCode = 1;
    }
    // After each bench, so that an interrupted run keeps its figures.
    if (isWritten) keep(run);
  }
  console.log(table(run.figures, run.machine));
}

function keep(run: Run): void {
  writeRun(run);
  writePage(run);
}
