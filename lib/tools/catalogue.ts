import type { Connector, Manifest, Tool } from "./define/index.ts";

export interface Catalogue {
  manifests: readonly Manifest[];
  tools: readonly Tool[];
  find(toolId: string): Tool | null;
  manifestOf(connector: string): Manifest | null;
  /** The data modules behind which a system's tools do what cannot be undone out there. */
  actingAlcances(connector: string): string[];
  /** Utilities are for every organization; the others must be enabled. */
  isEnabled(connector: string, enabled: readonly string[]): boolean;
}

export function createCatalogue(connectors: readonly Connector[]): Catalogue {
  const tools = connectors.flatMap((connector) => connector.tools);
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  const manifests = connectors.map((connector) => connector.manifest);
  const byConnector = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  if (byId.size !== tools.length) throw new TypeError("two tools share an id");
  return {
    manifests,
    tools,
    find: (toolId) => byId.get(toolId) ?? null,
    manifestOf: (connector) => byConnector.get(connector) ?? null,
    actingAlcances: (connector) => [
      ...new Set(
        tools
          .filter((tool) => tool.connector === connector && tool.effect === "destructive")
          .flatMap(({ alcance }) => alcance ?? []),
      ),
    ],
    isEnabled: (connector, enabled) =>
      byConnector.get(connector)?.kind === "utility" || enabled.includes(connector),
  };
}
