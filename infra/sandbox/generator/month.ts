import type { Account } from "./accounts.ts";
import { movePeriod } from "./calendar.ts";
import { deedOf, type Deed } from "./deeds.ts";
import { momentsOf } from "./moments.ts";
import { randomFor, type Random } from "./random.ts";
import { crowdedDay, volumeOf, type Position } from "./volume.ts";

export interface Movement extends Deed {
  day: string;
  at: Date;
}

const closingRange: Record<Position, [number, number]> = {
  1: [6_000_000, 90_000_000],
  2: [-2_500_000, 24_000_000],
  3: [900_000, 12_000_000],
};

function countOf(account: Account, period: string): number {
  const random = randomFor(keyOf(account, period), "volume");
  return volumeOf(account.system, account.position, period, random);
}

/**
 * A month's final balance is drawn, not summed, so that any month can be generated alone; its last movement adjusts
 * the month to it. A month without movements ends like the one before.
 */
export function closingOf(account: Account, period: string): number {
  if (countOf(account, period) === 0) return closingOf(account, movePeriod(period, -1));
  const [min, max] = closingRange[account.position];
  return randomFor(keyOf(account, period), "closing").between(min, max);
}

export function openingOf(account: Account, period: string): number {
  return closingOf(account, movePeriod(period, -1));
}

export function monthOf(account: Account, period: string): Movement[] {
  const count = countOf(account, period);
  if (count === 0) return [];
  const random = randomFor(keyOf(account, period), "movements");
  const moments = momentsOf(period, count, crowdedDay(account.position, period), random);
  const repeats = repeatsOf(count, random);
  const movements: Movement[] = [];
  let balance = openingOf(account, period);
  for (const [index, moment] of moments.entries()) {
    const movement =
      index === count - 1
        ? { ...moment, ...balancing(closingOf(account, period) - balance) }
        : (repeated(repeats.get(index), movements) ?? {
            ...moment,
            ...fittingDeed(account, balance, repeats.get(index), random),
          });
    balance += movement.direction === "in" ? movement.amount : -movement.amount;
    movements.push(movement);
  }
  return movements;
}

type Repeat = "charge" | "twin" | "reversal" | "twin_after_reversal";

/**
 * Twins are two legitimate charges that nothing tells apart: same account, day, text, document and amount. With a
 * reversal between them even the running balance is the same.
 */
function repeatsOf(count: number, random: Random): Map<number, Repeat> {
  const repeats = new Map<number, Repeat>();
  if (count < 20) return repeats;
  for (let start = 3; start + 12 < count; start += 160) {
    const plain = start + random.between(0, 3);
    repeats.set(plain - 1, "charge");
    repeats.set(plain, "twin");
    repeats.set(plain + 3, "charge");
    repeats.set(plain + 4, "reversal");
    repeats.set(plain + 5, "twin_after_reversal");
  }
  return repeats;
}

function repeated(repeat: Repeat | undefined, before: Movement[]): Movement | undefined {
  if (!repeat || repeat === "charge") return undefined;
  const original = before.at(repeat === "twin_after_reversal" ? -2 : -1);
  if (!original || repeat !== "reversal") return original && { ...original };
  return {
    ...original,
    kind: "reversal",
    direction: original.direction === "in" ? "out" : "in",
  };
}

function fittingDeed(
  account: Account,
  balance: number,
  repeat: Repeat | undefined,
  random: Random,
): Deed {
  if (repeat === "charge") return deedOf("out", random);
  const [min, max] = closingRange[account.position];
  if (balance < min) return deedOf("in", random);
  return deedOf(balance > max ? "out" : "any", random);
}

function balancing(difference: number): Deed {
  return {
    kind: "own_funds",
    direction: difference < 0 ? "out" : "in",
    party: null,
    document: null,
    branch: null,
    amount: Math.abs(difference),
  };
}

function keyOf(account: Account, period: string): string {
  return `${account.system}|${account.rut}|${account.position}|${period}`;
}
