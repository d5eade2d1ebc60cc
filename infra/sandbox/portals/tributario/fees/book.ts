import { santiagoInstant } from "../../../generator/calendar.ts";
import type { World } from "../../../system/system.ts";
import { feeReceiptsOf } from "./generate.ts";
import type { FeeReceipt } from "./receipt.ts";

export interface FeeBook {
  /** What exists by now, in the order of time; annulments that are still to come are left out. */
  receipts(company: string, period: string): FeeReceipt[];
  add(company: string, period: string, receipt: FeeReceipt): void;
  annul(company: string, period: string, key: ReceiptKey, day: string): boolean;
}

type ReceiptKey = Pick<FeeReceipt, "side" | "folio" | "rut">;

export function createFeeBook(world: World): FeeBook {
  const added = new Map<string, FeeReceipt[]>();
  const annulled = new Map<string, Date>();

  function receipts(company: string, period: string): FeeReceipt[] {
    const now = world.now().getTime();
    const all = [
      ...feeReceiptsOf(company, period),
      ...(added.get(`${company}|${period}`) ?? []),
    ].filter(({ at }) => at.getTime() <= now);
    return all
      .map((receipt) => {
        const annulledAt = annulled.get(keyOf(company, receipt)) ?? receipt.annulledAt;
        return {
          ...receipt,
          annulledAt: annulledAt && annulledAt.getTime() <= now ? annulledAt : null,
        };
      })
      .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  }

  return {
    receipts,
    add(company, period, receipt) {
      const key = `${company}|${period}`;
      added.set(key, [...(added.get(key) ?? []), receipt]);
    },
    annul(company, period, key, day) {
      const id = keyOf(company, key);
      const found = receipts(company, period).some((one) => keyOf(company, one) === id);
      if (!found) return false;
      const midnight = santiagoInstant(day, "00:00:01");
      annulled.set(id, midnight.getTime() > world.now().getTime() ? world.now() : midnight);
      return true;
    },
  };
}

function keyOf(company: string, { side, folio, rut }: ReceiptKey): string {
  return [company, side, folio, rut].join("|");
}
