import type { LazyConnector } from "#lib/contract/index.ts";
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
    acts: [async () => (await import("#lib/acts/mail/tools/index.ts")).mailTools],
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
    acts: [async () => (await import("#lib/acts/invoicing/tools/index.ts")).invoicingTools],
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
    acts: [
      async () => (await import("#lib/acts/documents/tools/index.ts")).documentTools,
      async () => (await import("#lib/acts/fee-receipts/tools/index.ts")).feeReceiptTools,
      async () => (await import("#lib/acts/annulments/tools/index.ts")).annulmentTools,
      async () => (await import("#lib/acts/folders/tools/index.ts")).folderTools,
    ],
  },
];
