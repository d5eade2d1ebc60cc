import { Session, type Profiler } from "node:inspector";
import { fileOf } from "./own-file.ts";

/** A function of a source of ours that ran, as the bundler of the tests hands it to V8. */
export interface Ran {
  /** From the repository's root. */
  file: string;
  name: string;
  scriptId: string;
  start: number;
  end: number;
  count: number;
}

const kept = globalThis as { coverage?: Coverage };

/** Counts the calls of each function in this process. A second one would spoil the counts of the first. */
export class Coverage {
  readonly session = new Session();
  #held: Ran[] = [];

  constructor() {
    this.session.connect();
    this.session.post("Profiler.enable");
    const exactly = { callCount: true, detailed: false };
    this.session.post("Profiler.startPreciseCoverage", exactly);
  }

  static ofProcess(): Coverage {
    return (kept.coverage ??= new Coverage());
  }

  /** What ran meanwhile; where the process is recorded, its record has it too. */
  static async during(act: () => Promise<unknown>): Promise<Ran[]> {
    const recording = kept.coverage;
    const coverage = recording ?? new Coverage();
    try {
      coverage.#held.push(...coverage.#takeNew());
      await act();
      const ran = coverage.#takeNew();
      coverage.#held.push(...ran);
      return ran;
    } finally {
      if (recording === undefined) coverage.end();
    }
  }

  end(): void {
    this.session.disconnect();
    if (kept.coverage === this) delete kept.coverage;
  }

  /** What ran since the last time; a function may be there more than once. */
  take(): Ran[] {
    return [...this.#held.splice(0), ...this.#takeNew()];
  }

  #takeNew(): Ran[] {
    let taken: Profiler.ScriptCoverage[] = [];
    // A session in the same thread answers before it returns.
    this.session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error !== null) throw error;
      taken = result;
    });
    return taken.flatMap(({ url, scriptId, functions }) => {
      const file = /^(?:file:\/\/)?\//.test(url) ? fileOf(url) : null;
      if (file === null) return [];
      return functions.flatMap(({ functionName: name, ranges: [range] }) => {
        if (range === undefined || range.count === 0) return [];
        const { startOffset: start, endOffset: end, count } = range;
        return [{ file, name, scriptId, start, end, count }];
      });
    });
  }

  sourceOf({ scriptId, start, end }: Ran): string {
    let text = "";
    this.session.post("Debugger.getScriptSource", { scriptId }, (error, { scriptSource }) => {
      if (error !== null) throw error;
      text = scriptSource.slice(start, end);
    });
    return text;
  }
}

/** The script and the function around a module, which the bundler of the tests begins with. */
const aroundModule = 13;
export const isModule = ({ start }: Ran): boolean => start <= aroundModule;
