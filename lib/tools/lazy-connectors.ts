import type { LazyConnector, Tool } from "#lib/contract/index.ts";
import * as manifests from "#lib/connectors/manifests.ts";

/**
 * Every system the service knows. A connector is its folder, its manifest and its line here; tools
 * that act in its name are with their act.
 */
export const lazyConnectors: readonly LazyConnector[] = [
  {
    manifest: manifests.bancoA,
    load: async () => (await import("#lib/connectors/banco_a/index.ts")).bancoA,
  },
  {
    manifest: manifests.bancoB,
    load: async () => (await import("#lib/connectors/banco_b/index.ts")).bancoB,
  },
  {
    manifest: manifests.bancoC,
    load: async () => (await import("#lib/connectors/banco_c/index.ts")).bancoC,
  },
  {
    manifest: manifests.bancoD,
    load: async () => (await import("#lib/connectors/banco_d/index.ts")).bancoD,
  },
  {
    manifest: manifests.bancoE,
    load: async () => (await import("#lib/connectors/banco_e/index.ts")).bancoE,
  },
  {
    manifest: manifests.bancoF,
    load: async () => (await import("#lib/connectors/banco_f/index.ts")).bancoF,
  },
  {
    manifest: manifests.conexiones,
    load: async () => (await import("#lib/connectors/conexiones/index.ts")).conexiones,
  },
  {
    manifest: manifests.correo,
    load: async () => (await import("#lib/connectors/correo/index.ts")).correo,
    acts: () => actsOf("correo"),
  },
  {
    manifest: manifests.core,
    load: async () => (await import("#lib/connectors/core/index.ts")).core,
  },
  {
    manifest: manifests.echo,
    load: async () => (await import("#lib/connectors/echo/index.ts")).echo,
  },
  {
    manifest: manifests.facturacion,
    load: async () => (await import("#lib/connectors/facturacion/index.ts")).facturacion,
    acts: () => actsOf("facturacion"),
  },
  {
    manifest: manifests.indicadores,
    load: async () => (await import("#lib/connectors/indicadores/index.ts")).indicadores,
  },
  {
    manifest: manifests.previsional,
    load: async () => (await import("#lib/connectors/previsional/index.ts")).previsional,
  },
  {
    manifest: manifests.tributario,
    load: async () => (await import("#lib/connectors/tributario/index.ts")).tributario,
    acts: () => actsOf("tributario"),
  },
];

async function actsOf(connector: string): Promise<readonly Tool[]> {
  const { actToolsOf } = await import("./later.ts");
  return actToolsOf(connector);
}
