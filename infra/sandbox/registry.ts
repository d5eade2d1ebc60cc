import { bancoA } from "./portals/banco_a/portal.ts";
import { bancoB } from "./portals/banco_b/portal.ts";
import { bancoC } from "./portals/banco_c/portal.ts";
import { bancoD } from "./portals/banco_d/portal.ts";
import { bancoE } from "./portals/banco_e/portal.ts";
import { bancoF } from "./portals/banco_f/portal.ts";
import { correo } from "./portals/correo/portal.ts";
import { facturacion } from "./portals/facturacion/portal.ts";
import { previsional } from "./portals/previsional/portal.ts";
import { tributario } from "./portals/tributario/portal.ts";
import { indicadores } from "./providers/indicadores/provider.ts";
import type { SystemDefinition } from "./system/system.ts";

/** Every system of the outside world: one folder, and one line here. */
export const definitions: readonly SystemDefinition[] = [
  bancoA,
  bancoB,
  bancoC,
  bancoD,
  bancoE,
  bancoF,
  tributario,
  previsional,
  facturacion,
  correo,
  indicadores,
];
