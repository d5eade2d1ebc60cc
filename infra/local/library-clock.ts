import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "#lib/kernel/clock.ts";

type OnClock = <T>(work: () => Promise<T>) => Promise<T>;

const clocks = new AsyncLocalStorage<Clock>();
const machines = Date;

/**
 * The library of people and tokens reads the machine's clock. Inside the calls that are made of it
 * `Date` follows ours, so that a clock that was moved makes no token that has ended already.
 */
export function libraryClock(clock: Clock): OnClock {
  globalThis.Date = movedDate;
  return (work) => clocks.run(clock, work);
}

function nowOf(): number {
  const clock = clocks.getStore();
  return clock === undefined ? machines.now() : clock.now().getTime();
}

/** Its prototype is the machine's: what either made is an instance of both. */
const movedDate = new Proxy(machines, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [nowOf()] : given, made) as Date,
  apply: () => new machines(nowOf()).toString(),
  get: (target, name, receiver) =>
    name === "now" ? nowOf : (Reflect.get(target, name, receiver) as unknown),
});
