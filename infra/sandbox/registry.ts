import { bancoA } from "./portals/banco_a/portal.ts";
import { indicadores } from "./providers/indicadores/provider.ts";
import type { SystemDefinition } from "./system/system.ts";

/** Every system of the outside world: a folder and one line here. */
export const definitions: readonly SystemDefinition[] = [bancoA, indicadores];
