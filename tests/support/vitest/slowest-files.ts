import type { Reporter, TestModule } from "vitest/node";

const shown = 10;

/** Prints the ten slowest files at the end of a run, so that the suite's cost stays visible. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shown) return;
    const rows = modules
      .map((module) => ({ file: module.relativeModuleId, seconds: secondsOf(module) }))
      .toSorted((one, other) => other.seconds - one.seconds)
      .slice(0, shown);
    const lines = rows.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`);
    console.log(["", ` Slowest ${shown} files`, ...lines].join("\n"));
  }
}

function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
}
