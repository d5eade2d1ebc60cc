import type { BookedMovement } from "../../bank/book.ts";
import type { Account } from "../../generator/accounts.ts";
import { dayOf } from "../../generator/calendar.ts";
import { monthOf, type Movement } from "../../generator/month.ts";
import { randomFor, type Random } from "../../generator/random.ts";

const dayMs = 86_400_000;
const leastRows = 60;
/** Months whose number of rows is the test case; December has the largest one of a company. */
const exactSizes: readonly number[] = [999, 1000];
const fullMonth = "-12";

/**
 * A month as this bank records it: now and then a row is wrong, and a second one with its day and document corrects
 * it one to three days later. Both stay, and the month ends with the same balance.
 */
export function correctedMonth(account: Account, period: string): BookedMovement[] {
  const movements = monthOf(account, period);
  const isExact = exactSizes.includes(movements.length) || period.endsWith(fullMonth);
  if (movements.length < leastRows || isExact) return movements;
  const random = randomFor("corrections", account.system, account.number, period);
  const candidates = movements.filter(
    (movement) => movement.day < dayOf(period, 20) && isAlone(movement, movements),
  );
  const chosen = new Map(
    Array.from({ length: 3 }, (_, index) => [
      candidates[random.between(0, candidates.length - 1)],
      index,
    ]),
  );
  return movements.flatMap((movement): BookedMovement[] => {
    const index = chosen.get(movement);
    return index === undefined ? [movement] : correctedPair(movement, index === 1, random);
  });
}

function isAlone({ document }: Movement, movements: readonly Movement[]): boolean {
  return document !== null && movements.filter((one) => one.document === document).length === 1;
}

function correctedPair(right: Movement, isText: boolean, random: Random): BookedMovement[] {
  const excess = isText ? 0 : random.between(1, 90) * 1000;
  const wrong: BookedMovement = {
    ...right,
    amount: right.amount + excess,
    ...(isText ? { text: "Movimiento por identificar" } : {}),
  };
  const postedAt = new Date(right.at.getTime() + random.between(1, 3) * dayMs);
  return [wrong, { ...right, postedAt, effect: right.direction === "in" ? -excess : excess }];
}
