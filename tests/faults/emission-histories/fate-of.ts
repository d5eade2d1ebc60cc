import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import type { Dice } from "./dice.ts";
import { lives, type Fate } from "./mortal-process.ts";

/** The fate of a process with at most that many steps: out of a hundred, that many do not survive. */
export function fateOf(dice: Dice, share: number, steps: number, named: CrashPoint[] = []): Fate {
  if (!dice.percent(share)) return lives;
  if (dice.percent(10)) return { kind: "cut_off", at: 1 + dice.below(steps) };
  const how = dice.pick(["dies", "freezes"] as const);
  const isNamed = named.length > 0 && dice.percent(50);
  return { kind: "ends", at: isNamed ? dice.pick(named) : 1 + dice.below(steps), how };
}
