import type { World } from "./system.ts";

/**
 * A list of issued documents may be late: what no reading has shown yet is kept back. One "time" of the fault is a
 * reading that would have shown something new; with `delayMs` it lasts from then on. What was shown once never
 * disappears again.
 */
export interface LateList {
  /** The listed names that this reading keeps back; later pages follow the first. */
  keptBack(reading: string, isFirstPage: boolean, names: readonly string[]): ReadonlySet<string>;
  /** Whether the current reading keeps this name back. */
  hides(reading: string, name: string): boolean;
  wasShown(name: string): boolean;
}

export function createLateList(world: World): LateList {
  const shown = new Set<string>();
  const lateReadings = new Map<string, boolean>();
  let held:
    | { from: { service: number; real: number }; forMs: number; ends: AbortSignal }
    | undefined;
  const instant = () => ({ service: world.now().getTime(), real: performance.now() });

  function isHeld(): boolean {
    if (!held || held.ends.aborted) return false;
    const now = instant();
    const passed = Math.max(now.service - held.from.service, now.real - held.from.real);
    return passed < held.forMs;
  }

  function isLate(): boolean {
    if (isHeld()) return true;
    const fault = world.faults.take("issued_list_late");
    if (!fault) return false;
    held = { from: instant(), forMs: fault.delayMs ?? 0, ends: world.faults.cleared() };
    return true;
  }

  return {
    wasShown: (name) => shown.has(name),
    hides: (reading, name) => lateReadings.get(reading) === true && !shown.has(name),
    keptBack(reading, isFirstPage, names) {
      const unseen = names.filter((name) => !shown.has(name));
      if (isFirstPage) lateReadings.set(reading, unseen.length > 0 && isLate());
      if (lateReadings.get(reading)) return new Set(unseen);
      for (const name of unseen) shown.add(name);
      return new Set();
    },
  };
}
