import { describeBankRules } from "#tests/support/portals/bank-rules.ts";
import { bankScene } from "#tests/support/scenes/bank-scene.ts";

const bank = bankScene("banco_c", "04827741");

describeBankRules(bank, {
  wrongClave: "11112222",
  alcances: ["saldos", "movimientos", "cartolas", "movimientos_tarjetas"],
  tellsMonths: ["movimientos", "movimientos_tarjetas"],
  // The list of statements comes before the statement whose fields are renamed.
  renamedPages: { cartolas: 2 },
  unreadable: { printed: /<dd>CLP<|\(CLP\)/, as: "<dd>Yenes<" },
});
