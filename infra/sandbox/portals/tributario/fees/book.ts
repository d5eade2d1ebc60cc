import { movePeriod, periodOf, santiagoInstant } from "../../../generator/calendar.ts";
import type { World } from "../../../system/system.ts";
import { cached } from "../../../generator/cached.ts";
import { annulmentWindow, type Annulment } from "./annulment.ts";
import { feeReceiptsOf } from "./generate.ts";
import type { FeeReceipt, FeeReceiptNow, Observation } from "./receipt.ts";
import { createFeeReceivers, type FeeReceivers } from "./receivers.ts";

export interface FeeBook {
  receivers: FeeReceivers;
  /** A month's receipts that exist by now, in order of time. */
  receipts(company: string, period: string): FeeReceiptNow[];
  issued(company: string, folio: number): FeeReceiptNow | undefined;
  byBarCode(company: string, barCode: string): FeeReceiptNow | undefined;
  /** The folio that a receipt issued now would get. */
  nextFolio(company: string): number;
  add(company: string, receipt: FeeReceipt): void;
  /** Requests an annulment, or annuls at once: today's date decides. */
  annul(company: string, receipt: FeeReceiptNow, cause: number): Annulment;
  /** Annulled by somebody else, at the beginning of a day. */
  annulOn(company: string, receipt: FeeReceiptNow, day: string): void;
  observe(company: string, receipt: FeeReceiptNow, observation: Observation): void;
  /** Records the answers that became due as the clock moved. */
  catchUp(): void;
}

/** How far ahead a receipt's day may be. */
export const monthsAhead = 3;
const monthsBack = 24;
/** Folios of the form: separate from all that were issued before. */
const firstFolio = 500_001;

export function createFeeBook(world: World): FeeBook {
  const generated = cached(feeReceiptsOf);
  const receivers = createFeeReceivers(world);
  const added = new Map<string, FeeReceipt[]>();
  const byHand = new Map<string, Date>();
  const annulments = new Map<string, { receipt: FeeReceipt; annulment: Annulment }>();
  const observations = new Map<string, Observation>();

  function catchUp(): void {
    for (const held of annulments.values()) {
      if (held.annulment.answer !== null) continue;
      const answer = receivers.answerOf(held.receipt.rut, held.annulment);
      if (answer?.word === "accepted") world.counters.add("annulled");
      held.annulment = { ...held.annulment, answer };
    }
  }

  function receipts(company: string, period: string): FeeReceiptNow[] {
    catchUp();
    const own = (added.get(company) ?? []).filter(({ day }) => periodOf(day) === period);
    return [...generated(company, period), ...own]
      .filter(({ at }) => at <= world.now())
      .map((receipt) => asOfNow(company, receipt))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  }

  function asOfNow(company: string, receipt: FeeReceipt): FeeReceiptNow {
    const key = keyOf(company, receipt);
    const annulment = annulments.get(key)?.annulment ?? null;
    const annulledAt = [byHand.get(key), annulledBy(annulment), receipt.annulledAt].find(
      (at) => at && at <= world.now(),
    );
    const isPending = annulment?.mode === "by_receiver" && annulment.answer === null;
    return {
      ...receipt,
      annulledAt: annulledAt ?? null,
      state: annulledAt ? "annulled" : isPending ? "pending" : "in_force",
      annulment,
      observation: observations.get(key) ?? null,
    };
  }

  function find(company: string, fits: (one: FeeReceiptNow) => boolean) {
    const first = movePeriod(periodOf(world.today()), monthsAhead);
    for (let index = 0; index <= monthsAhead + monthsBack; index += 1) {
      const found = receipts(company, movePeriod(first, -index)).find(fits);
      if (found) return found;
    }
    return undefined;
  }

  const series = (company: string) => `${company}|fees`;
  const nextFolio = (company: string) =>
    (world.usedFolios.last(series(company)) ?? firstFolio - 1) + 1;

  return {
    receivers,
    receipts,
    catchUp,
    issued: (company, folio) =>
      find(company, (one) => one.side === "emitidas" && one.folio === folio),
    byBarCode: (company, barCode) => find(company, (one) => one.barCode === barCode),
    nextFolio,
    add(company, receipt) {
      added.set(company, [...(added.get(company) ?? []), receipt]);
      if (receipt.by !== null) world.usedFolios.use(series(company), nextFolio(company));
    },
    annul(company, receipt, cause) {
      const window = annulmentWindow(receipt.day, world.today());
      if (!window) throw new Error("a receipt that nobody annuls any more");
      const { mode } = window;
      const until = mode === "immediate" ? null : window.until;
      const annulment = { askedAt: world.now(), cause, mode, until, answer: null };
      annulments.set(keyOf(company, receipt), { receipt, annulment });
      world.counters.add(mode === "immediate" ? "annulled" : "annulments_requested");
      catchUp();
      return annulment;
    },
    annulOn(company, receipt, day) {
      const beginning = santiagoInstant(day, "00:00:01");
      byHand.set(keyOf(company, receipt), beginning > world.now() ? world.now() : beginning);
    },
    observe(company, receipt, observation) {
      observations.set(keyOf(company, receipt), observation);
    },
  };
}

function annulledBy(annulment: Annulment | null): Date | null {
  if (annulment?.mode === "immediate") return annulment.askedAt;
  return annulment?.answer?.word === "accepted" ? annulment.answer.at : null;
}

function keyOf(company: string, { side, barCode }: Pick<FeeReceipt, "side" | "barCode">): string {
  return [company, side, barCode].join("|");
}
