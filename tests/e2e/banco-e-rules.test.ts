import { describeBankRules } from "#tests/support/portals/bank-rules.ts";
import { bankScene } from "#tests/support/scenes/bank-scene.ts";

const bank = bankScene("banco_e");

describeBankRules(bank, {
  wrongClave: "otra-clave",
  alcances: ["saldos", "movimientos"],
  tellsMonths: ["movimientos"],
  unreadable: { printed: /(<tbody>\s*<tr>\s*<td>|<option value=")(\d{8,})/, as: "$1x$2" },
});
