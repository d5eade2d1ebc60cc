/** One measured thing. `ratio` is `ours / floor`, or `ours` alone where there is nothing to compare it with. */
export interface Figure {
  bench: string;
  ours: number;
  floor: number | null;
  unit: string;
  ratio: number | null;
  target: number;
}

/** What `npm run bench` can run. A bench may return several figures from the same rounds. */
export interface Bench {
  /** Its figures; `npm run bench -- NAME` accepts any of them, or a prefix. */
  names: readonly string[];
  run(): Promise<Figure[]>;
}

export interface Target {
  unit: string;
  target: number;
  /** Whether the ratio (or, without a floor, our own value) has to reach the target or stay below it. */
  best: "high" | "low";
  /** There is nothing to compare it with, so the bar is for our own value. */
  alone?: true;
}

/** The bars, as named in the project's documents. */
export const targets: Record<string, Target> = {
  "execute.read": { unit: "requests/s", target: 0.8, best: "high" },
  "execute.cpu.server": { unit: "ms", target: 1.25, best: "low" },
  "execute.cpu.database": { unit: "ms", target: 1.3, best: "low" },
  "execute.p99": { unit: "ms", target: 1.5, best: "low" },
  "execute.statements": { unit: "statements", target: 3, best: "low", alone: true },
  "read.depth": { unit: "ms", target: 1.2, best: "low" },
  "records.upsert.first": { unit: "rows/s", target: 3, best: "high" },
  "records.upsert.resync": { unit: "rows/s", target: 4, best: "high" },
  "drain.throughput.best": { unit: "deliveries/s", target: 1, best: "high" },
  "drain.throughput.default": { unit: "deliveries/s", target: 3, best: "high" },
  "drain.fairness": { unit: "ms", target: 2, best: "low" },
  "sync.overhead": { unit: "s", target: 1.25, best: "low" },
  "memory.api": { unit: "MiB", target: 1.5, best: "low" },
  "cold.import": { unit: "ms", target: 1.5, best: "low" },
  "cold.bundle": { unit: "MB", target: 1.5, best: "low", alone: true },
  "cold.bundle.all": { unit: "MB", target: 1.5, best: "low", alone: true },
  "scale.read": { unit: "ms", target: 1.2, best: "low" },
  "scale.read.depth": { unit: "ms", target: 1.2, best: "low" },
  "scale.read.caller": { unit: "ms", target: 1.2, best: "low" },
  "scale.sync": { unit: "rows/s", target: 0.8, best: "high" },
  "dashboard.page": { unit: "ms", target: 60, best: "low", alone: true },
  start: { unit: "s", target: 20, best: "low", alone: true },
};

export function figure(bench: string, ours: number, floor: number | null): Figure {
  const { unit, target } = targetOf(bench);
  const ratio = floor === null ? null : rounded(ours / floor);
  return {
    bench,
    ours: rounded(ours),
    floor: floor === null ? null : rounded(floor),
    unit,
    ratio,
    target,
  };
}

export function isMet({ bench, ours, ratio, target }: Figure): boolean {
  const value = ratio ?? ours;
  return targetOf(bench).best === "high" ? value >= target : value <= target;
}

export function targetOf(bench: string): Target {
  const found = targets[bench];
  if (found === undefined) throw new TypeError(`no target is set for ${bench}`);
  return found;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
