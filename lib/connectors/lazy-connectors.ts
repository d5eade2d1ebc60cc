import type { LazyConnector } from "#lib/contract/index.ts";
import { manifest as bancoA } from "./banco_a/manifest.ts";
import { manifest as bancoB } from "./banco_b/manifest.ts";
import { manifest as bancoC } from "./banco_c/manifest.ts";
import { manifest as bancoD } from "./banco_d/manifest.ts";
import { manifest as bancoE } from "./banco_e/manifest.ts";
import { manifest as bancoF } from "./banco_f/manifest.ts";
import { manifest as conexiones } from "./conexiones/manifest.ts";
import { manifest as core } from "./core/manifest.ts";
import { manifest as echo } from "./echo/manifest.ts";
import { manifest as indicadores } from "./indicadores/manifest.ts";
import { manifest as tributario } from "./tributario/manifest.ts";

/** Every system the service knows. A connector is its folder and its line here. */
export const lazyConnectors: readonly LazyConnector[] = [
  { manifest: bancoA, load: async () => (await import("./banco_a/index.ts")).bancoA },
  { manifest: bancoB, load: async () => (await import("./banco_b/index.ts")).bancoB },
  { manifest: bancoC, load: async () => (await import("./banco_c/index.ts")).bancoC },
  { manifest: bancoD, load: async () => (await import("./banco_d/index.ts")).bancoD },
  { manifest: bancoE, load: async () => (await import("./banco_e/index.ts")).bancoE },
  { manifest: bancoF, load: async () => (await import("./banco_f/index.ts")).bancoF },
  { manifest: conexiones, load: async () => (await import("./conexiones/index.ts")).conexiones },
  { manifest: core, load: async () => (await import("./core/index.ts")).core },
  { manifest: echo, load: async () => (await import("./echo/index.ts")).echo },
  { manifest: indicadores, load: async () => (await import("./indicadores/index.ts")).indicadores },
  { manifest: tributario, load: async () => (await import("./tributario/index.ts")).tributario },
];
