import type { Dice } from "./dice.ts";
import type { HeldQueue } from "./mortal-edges.ts";
import type { MortalProcess } from "./mortal-process.ts";
import { settle, type Unsettled } from "./settle.ts";

interface Restless extends Unsettled {
  lane: Unsettled["lane"] & { queue: HeldQueue };
  dice: Dice;
  processes: readonly MortalProcess[];
  frozen(): MortalProcess[];
}

/** What is still on its way to the portal, and what its list does not show yet. */
interface Late {
  arrive(): void;
  catchUp(): void;
}

/** Some zombies thaw before everything has settled, some long after; the list is late till then. */
export async function comeToRest(history: Restless, late: Late): Promise<void> {
  const { dice, lane, processes } = history;
  for (const one of history.frozen()) if (dice.percent(50)) one.thaw();
  if (dice.percent(50)) late.arrive();
  await settle(history);
  late.arrive();
  late.catchUp();
  for (;;) {
    for (const one of history.frozen()) one.thaw();
    const going = processes.filter(({ state }) => state === "alive");
    if (going.length === 0) return settle(history);
    // A process that thaws late may still make a request, and waits for it.
    const allStopped = Promise.all(going.map(({ stopped }) => stopped));
    await Promise.race([allStopped, lane.queue.nextSent]);
    await settle(history);
  }
}
