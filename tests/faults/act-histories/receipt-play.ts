import { randomUUID } from "node:crypto";
import { todayInSantiago } from "#lib/chile/index.ts";
import { feeReceipt } from "#tests/support/scenes/fee-lane.ts";
import { issue } from "#tests/support/played/fees.ts";
import { fateOf } from "../emission-histories/fate-of.ts";
import { stepsOf } from "../emission-histories/steps.ts";
import type { ActHistory, Wish } from "./act-history.ts";
import type { Play } from "./play-act.ts";

const fates = ["accepts", "refuses", "loses", "drops", "delays"] as const;

export const byHand = "a mano";

/** Receipts, some of which look the same in the list, and some of which are annulled. */
export const receiptPlay: Play = {
  points: [],

  async prepare(history) {
    await history.told(receiptWish(history, { reference: "OC-0-antes", amount: 900 }));
  },

  wishes(history) {
    const { dice, lane } = history;
    const amount = 1_000 + dice.below(50);
    const wishes = Array.from({ length: 1 + dice.below(3) }, (_, place) =>
      // Mostly a separate reference for each, as it should be.
      receiptWish(history, {
        reference: `OC-${dice.percent(90) ? place : 0}`,
        amount: dice.percent(60) ? amount : amount + place,
      }),
    );
    if (dice.percent(10)) issue(lane.fees, bodyOf(history, byHand, amount));
    return wishes;
  },

  async followUp(history) {
    const { dice } = history;
    const rows = await history.rows("fee_receipt_requests");
    if (rows.length === 0) return;
    const { id, kind, state } = dice.pick(rows);
    const fate = fateOf(dice, 20, stepsOf.client);
    if (kind === "emision" && state === "issued") {
      const input = { solicitudId: id, causa: 3 };
      const wish = { tool: "honorarios_anulacion.solicitar", input, key: randomUUID() };
      await history.ask(wish, fate);
      return;
    }
    await history.call("honorarios.reconciliar", { solicitudId: id }, { fate });
  },

  disturb({ dice, lane: { fees } }) {
    const chance = dice.below(100);
    if (chance < 55) fees.fate = dice.pick(fates);
    else if (chance < 70) fees.hidden = fees.receipts.at(-1)?.texto === byHand ? 0 : 1;
    else if (chance < 80) fees.papers = fees.papers === "late" ? "ready" : "late";
    else if (chance < 85) fees.refusesForm = !fees.refusesForm;
    else if (chance < 92) for (const arrive of fees.late.splice(0)) arrive();
    else fees.hidden = 0;
  },

  recover({ lane: { fees } }) {
    Object.assign(fees, { fate: "accepts", papers: "ready", refusesForm: false });
  },
};

function receiptWish(
  history: ActHistory,
  { reference, amount }: { reference: string; amount: number },
): Wish {
  const key = randomUUID();
  const input = { ...feeReceipt(reference, amount), ...bodyOf(history, key, amount) };
  return { tool: "honorarios.solicitar", input, key };
}

/** Its line is unique: it lets the portal's own account tell one from another. */
function bodyOf({ lane }: ActHistory, descripcion: string, monto: number) {
  const { receptor } = feeReceipt("", monto);
  const fecha = todayInSantiago(lane.api.clock.now());
  return { receptor, fecha, lineas: [{ descripcion, monto }] };
}
