import type { LazyConnector } from "#lib/contract/index.ts";
import * as manifests from "./manifests.ts";

/** Every system the service knows. A connector is its folder, its manifest and its line here. */
export const lazyConnectors: readonly LazyConnector[] = [
  { manifest: manifests.bancoA, load: async () => (await import("./banco_a/index.ts")).bancoA },
  { manifest: manifests.bancoB, load: async () => (await import("./banco_b/index.ts")).bancoB },
  { manifest: manifests.bancoC, load: async () => (await import("./banco_c/index.ts")).bancoC },
  { manifest: manifests.bancoD, load: async () => (await import("./banco_d/index.ts")).bancoD },
  { manifest: manifests.bancoE, load: async () => (await import("./banco_e/index.ts")).bancoE },
  { manifest: manifests.bancoF, load: async () => (await import("./banco_f/index.ts")).bancoF },
  {
    manifest: manifests.conexiones,
    load: async () => (await import("./conexiones/index.ts")).conexiones,
  },
  { manifest: manifests.correo, load: async () => (await import("./correo/index.ts")).correo },
  { manifest: manifests.core, load: async () => (await import("./core/index.ts")).core },
  { manifest: manifests.echo, load: async () => (await import("./echo/index.ts")).echo },
  {
    manifest: manifests.facturacion,
    load: async () => (await import("./facturacion/index.ts")).facturacion,
  },
  {
    manifest: manifests.indicadores,
    load: async () => (await import("./indicadores/index.ts")).indicadores,
  },
  {
    manifest: manifests.previsional,
    load: async () => (await import("./previsional/index.ts")).previsional,
  },
  {
    manifest: manifests.tributario,
    load: async () => (await import("./tributario/index.ts")).tributario,
  },
];
