import type { Connector } from "#lib/tools/define/index.ts";
import { bancoA } from "./banco_a/index.ts";
import { bancoB } from "./banco_b/index.ts";
import { bancoC } from "./banco_c/index.ts";
import { bancoD } from "./banco_d/index.ts";
import { bancoE } from "./banco_e/index.ts";
import { bancoF } from "./banco_f/index.ts";
import { conexiones } from "./conexiones/index.ts";
import { core } from "./core/index.ts";
import { echo } from "./echo/index.ts";
import { indicadores } from "./indicadores/index.ts";
import { tributario } from "./tributario/index.ts";

/** Every system the service knows. A connector is its folder and its line here. */
export const connectors: readonly Connector[] = [
  bancoA,
  bancoB,
  bancoC,
  bancoD,
  bancoE,
  bancoF,
  conexiones,
  core,
  echo,
  indicadores,
  tributario,
];
