import { bankPortal } from "../../bank/portal.ts";
import { balanceTruth, movementTruth } from "../../bank/truth.ts";
import { apiRoutes } from "./api.ts";
import { bearerToken, entryRoutes } from "./entry.ts";
import { showsBalance, type Memory } from "./movements.ts";
import { derivedWords, textsOf, textsTruth } from "./texts.ts";
import { accountType } from "./words.ts";

/** JSON behind a token, with free texts that name the counterparty, or only seem to. */
export const bancoF = bankPortal<Memory>({
  system: "banco_f",
  alcances: ["saldos", "movimientos"],
  answerMs: 10,
  idleMinutes: 5,
  session: bearerToken,
  book: { wording: (movement) => textsOf(movement).glosa },
  accountType,
  derived: derivedWords,
  open(portal, routes) {
    const { world, book } = portal;
    routes.route("/", entryRoutes(portal));
    routes.route("/api/v2", apiRoutes(portal));
    return {
      truth: {
        movimientos: (query) =>
          movementTruth(book, query, (row, account) => ({
            ...(showsBalance(account) ? {} : { saldo: null }),
            ...textsTruth(row),
          })),
        saldos: (query) => balanceTruth(book, world.now(), query),
      },
    };
  },
});
