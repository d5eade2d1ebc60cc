import type { World } from "../../../system/system.ts";
import { createLateList } from "../../../system/late-list.ts";
import type { FeeReceiptNow, Side } from "./receipt.ts";

interface Reading {
  company: string;
  side: Side;
  period: string;
}

/** The month's list while it is late: without the newest receipts, and with earlier states. */
export function createLateReceipts(world: World) {
  const list = createLateList(world);

  return {
    visible(
      { company, side, period }: Reading,
      receipts: readonly FeeReceiptNow[],
      page: number,
    ): FeeReceiptNow[] {
      const nameOf = (one: FeeReceiptNow) => `${company}|${one.barCode}`;
      const stateOf = (one: FeeReceiptNow) => `${nameOf(one)}|${one.state}`;
      const names = receipts.flatMap((one) => [
        ...(one.by === null ? [] : [nameOf(one)]),
        ...(one.annulment === null ? [] : [stateOf(one)]),
      ]);
      const back = list.keptBack(`${company}|${side}|${period}`, page === 0, names);
      return receipts
        .filter((one) => !back.has(nameOf(one)))
        .map((one) => (back.has(stateOf(one)) ? asBefore(one, nameOf(one)) : one));
    },
  };

  function asBefore(receipt: FeeReceiptNow, name: string): FeeReceiptNow {
    const wasPending = list.wasShown(`${name}|pending`);
    return { ...receipt, annulledAt: null, state: wasPending ? "pending" : "in_force" };
  }
}
