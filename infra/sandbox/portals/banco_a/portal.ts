import { bankPortal } from "../../bank/portal.ts";
import { testPeople } from "../../bank/people.ts";
import { balanceTruth, movementTruth } from "../../bank/truth.ts";
import { contentRoutes } from "./content.ts";
import { entryRoutes } from "./entry.ts";
import type { Searches } from "./session.ts";
import { accountType } from "./words.ts";

/** Old server-rendered pages in frames, Latin-1, one session per user. */
export const bancoA = bankPortal<Searches>({
  system: "banco_a",
  alcances: ["saldos", "movimientos"],
  answerMs: 25,
  idleMinutes: 5,
  session: "BAEMPSESION",
  people: testPeople,
  accountType,
  open(portal, routes) {
    const { book, world } = portal;
    routes.route("/", entryRoutes(portal));
    routes.route("/", contentRoutes(portal));
    return {
      truth: {
        movimientos: (query) => movementTruth(book, query),
        saldos: (query) => balanceTruth(book, world.now(), query),
      },
    };
  },
});
