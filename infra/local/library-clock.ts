import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "#lib/kernel/clock.ts";

type OnClock = <T>(work: () => Promise<T>) => Promise<T>;

const clocks = new AsyncLocalStorage<Clock>();
const machines = Date;

/**
 * The library for people and tokens reads the machine's clock. Inside calls to it, `Date` follows our clock, so that
 * a moved clock makes no token that has already expired.
 */
export function libraryClock(clock: Clock): OnClock {
  globalThis.Date = movedDate;
  return (work) => clocks.run(clock, work);
}

function nowOf(): number {
  const clock = clocks.getStore();
  return clock === undefined ? machines.now() : clock.now().getTime();
}

/** It keeps the machine's prototype, so instances of either pass as both. */
const movedDate = new Proxy(machines, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [nowOf()] : given, made) as Date,
  apply: () => new machines(nowOf()).toString(),
  get: (target, name, receiver) =>
    name === "now" ? nowOf : (Reflect.get(target, name, receiver) as unknown),
});
