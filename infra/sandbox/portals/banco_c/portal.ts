import { testPeople, variantPerson } from "../../bank/people.ts";
import { bankPortal } from "../../bank/portal.ts";
import { createCardBook } from "./cards.ts";
import { contentRoutes } from "./content.ts";
import { entryRoutes, type BancoC } from "./entry.ts";
import { createKeypads } from "./keypad.ts";
import { cardRows, truthOf } from "./truth.ts";
import { accountType } from "./words.ts";

const system = "banco_c";
/** A keypad only has digits; the first is a zero and some occur twice. */
const clave = "04827741";
const wrongClave = "11112222";

/** A virtual keypad, movements as overlapping CSV downloads, separate statements and cards. */
export const bancoC = bankPortal({
  system,
  alcances: ["saldos", "movimientos", "cartolas", "movimientos_tarjetas"],
  answerMs: 10,
  idleMinutes: 10,
  session: "c_sid",
  people: () =>
    [...testPeople(system), variantPerson(system)].map((person) => ({
      ...person,
      password: clave,
      typed: person.leadsTo === "wrong_password" ? wrongClave : clave,
    })),
  accountType,
  derived: ["fechaContable"],
  open(bank, routes) {
    const { world, book } = bank;
    const cards = createCardBook(system, () => world.today());
    const portal: BancoC = { ...bank, cards, keypads: createKeypads() };
    routes.route("/", entryRoutes(portal));
    routes.route("/", contentRoutes(portal));
    return {
      truth: truthOf(world, book, cards),
      rows: { movimientos_tarjetas: cardRows(cards, world) },
    };
  },
});
