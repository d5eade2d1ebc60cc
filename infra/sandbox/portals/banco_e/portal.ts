import { bankPortal } from "../../bank/portal.ts";
import { createApprovals, type BancoE } from "./approvals.ts";
import { contentRoutes } from "./content.ts";
import { entryRoutes } from "./entry.ts";
import { balancesTruth, movementsTruth } from "./ledger.ts";
import { accountType } from "./words.ts";

/** A login that a device must approve, and tables that are loaded into the page. */
export const bancoE = bankPortal({
  system: "banco_e",
  alcances: ["saldos", "movimientos"],
  faults: ["device_approval_pending"],
  answerMs: 15,
  idleMinutes: 5,
  session: "EBENL",
  book: { currencies: ["CLP", "CLP", "CLP"] },
  accountType,
  derived: ["fechaContable"],
  open(bank, routes) {
    const { world, book } = bank;
    const portal: BancoE = { ...bank, approvals: createApprovals(world) };
    routes.route("/", entryRoutes(portal));
    routes.route("/", contentRoutes(portal));
    return {
      truth: {
        movimientos: (query) => movementsTruth(book, query, world.today()),
        saldos: (query) => balancesTruth(book, query, world.today()),
      },
    };
  },
});
