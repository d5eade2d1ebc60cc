import { bankPortal } from "../../bank/portal.ts";
import { movementTruth } from "../../bank/truth.ts";
import { balancesTruth } from "./balances.ts";
import { contentRoutes } from "./content.ts";
import { correctedMonth } from "./corrections.ts";
import { entryRoutes } from "./entry.ts";
import { createViewStates, type BancoD } from "./view-states.ts";
import { accountType, postedText, wording } from "./words.ts";

/** A date search that never shows more than a thousand rows, and does not say so. */
export const bancoD = bankPortal({
  system: "banco_d",
  alcances: ["saldos", "movimientos"],
  answerMs: 20,
  idleMinutes: 8,
  session: "ASPX_D",
  book: { wording, generate: correctedMonth, corrections: true },
  accountType,
  derived: ["ingreso"],
  open(bank, routes) {
    const { world, book, mark } = bank;
    const portal: BancoD = { ...bank, views: createViewStates(mark) };
    routes.route("/", entryRoutes(portal));
    routes.route("/", contentRoutes(portal));
    return {
      truth: {
        movimientos: (query) => movementTruth(book, query, (row) => ({ ingreso: postedText(row) })),
        saldos: (query) => balancesTruth(book, world.now(), query),
      },
    };
  },
});
