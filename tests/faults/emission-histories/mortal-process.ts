import { AsyncLocalStorage } from "node:async_hooks";
import { observeCrashPoints, type CrashPoint } from "#lib/kernel/crash-point.ts";

/** A process's fate: at a crash point, or at its n-th step outside itself. */
export type Fate =
  | { kind: "lives" }
  | { kind: "ends"; at: CrashPoint | number; how: "dies" | "freezes" }
  /** The database commits, but the answer is a broken connection. */
  | { kind: "cut_off"; at: number };

export const lives: Fate = { kind: "lives" };

type State = "alive" | "frozen" | "dead" | "ended";

const current = new AsyncLocalStorage<MortalProcess>();
observeCrashPoints((point) => current.getStore()?.reach(point));

/**
 * A process of the service that can die or freeze on the way. A dead one never continues: no error, no clean-up, no
 * later write. A frozen one continues where it was when it thaws, however late.
 */
export class MortalProcess {
  readonly #fate: Fate;
  #state: State = "alive";
  #steps = 0;
  #wasFrozen = false;
  #goOn: () => void = () => undefined;
  #thawed = Promise.resolve();
  #stop: () => void = () => undefined;
  #stopped: Promise<void>;

  private constructor(fate: Fate) {
    this.#fate = fate;
    this.#stopped = new Promise((resolve) => (this.#stop = resolve));
  }

  static start(fate: Fate, work: () => Promise<unknown>): MortalProcess {
    const process = new MortalProcess(fate);
    const end = (): void => process.#become("ended");
    void current.run(process, work).finally(end);
    return process;
  }

  static current(): MortalProcess | undefined {
    return current.getStore();
  }

  get state(): State {
    return this.#state;
  }

  /** It may now do what it was allowed to do long ago. */
  get wasFrozen(): boolean {
    return this.#wasFrozen;
  }

  /** Waits until it ended, died or froze. */
  get stopped(): Promise<void> {
    return this.#stopped;
  }

  kill(): void {
    if (this.#state !== "ended") this.#become("dead");
  }

  thaw(): void {
    if (this.#state !== "frozen") return;
    this.#state = "alive";
    this.#stopped = new Promise((resolve) => (this.#stop = resolve));
    this.#goOn();
  }

  reach(point: CrashPoint): void {
    if (this.#fate.kind === "ends" && this.#fate.at === point) this.#suffer(this.#fate.how);
  }

  /** One step to the outside, or back from it. True if the connection is to break here. */
  async step(): Promise<boolean> {
    const isHere = this.#count();
    await this.wait();
    return isHere && this.#fate.kind === "cut_off";
  }

  /** The same where waiting is impossible, as inside a transaction. True if it stopped right here. */
  stopsHere(): boolean {
    return this.#count() && this.#fate.kind === "ends";
  }

  /** A dead process waits for ever. */
  async wait(): Promise<void> {
    while (this.#state === "frozen") await this.#thawed;
    if (this.#state === "dead") await new Promise(() => undefined);
  }

  #count(): boolean {
    this.#steps += 1;
    const { kind } = this.#fate;
    const isHere = kind !== "lives" && this.#fate.at === this.#steps;
    if (isHere && kind === "ends") this.#suffer(this.#fate.how);
    return isHere;
  }

  #suffer(how: "dies" | "freezes"): void {
    if (this.#state !== "alive") return;
    if (how === "freezes") this.#thawed = new Promise((resolve) => (this.#goOn = resolve));
    this.#become(how === "freezes" ? "frozen" : "dead");
  }

  #become(state: State): void {
    const isThawing = this.#state === "frozen";
    this.#state = state;
    this.#wasFrozen ||= state === "frozen";
    this.#stop();
    if (isThawing) this.#goOn();
  }
}
