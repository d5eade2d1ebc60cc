import { loadOnce } from "#lib/kernel/load-once.ts";
import type { Connector, LazyConnector, Manifest, Tool } from "#lib/contract/index.ts";

/** The systems, and their tools by id. */
export interface Systems {
  manifests: readonly Manifest[];
  find(toolId: string): Tool | null | Promise<Tool | null>;
  /** Every tool; where they are loaded one by one, this loads them all. */
  all(): readonly Tool[] | Promise<readonly Tool[]>;
  manifestOf(connector: string): Manifest | null;
  /** Utilities are for every organization; the others must be enabled. */
  isEnabled(connector: string, enabled: readonly string[]): boolean;
}

/** With all tools loaded. */
export interface Catalogue extends Systems {
  tools: readonly Tool[];
  all(): readonly Tool[];
  find(toolId: string): Tool | null;
  /** The modules through which a system's tools do what cannot be undone outside. */
  actingAlcances(connector: string): string[];
}

export function createCatalogue(connectors: readonly Connector[]): Catalogue {
  const tools = connectors.flatMap((connector) => connector.tools);
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  if (byId.size !== tools.length) throw new TypeError("two tools share an id");
  return {
    ...known(connectors.map((connector) => connector.manifest)),
    tools,
    all: () => tools,
    find: (toolId) => byId.get(toolId) ?? null,
    actingAlcances: (connector) => [
      ...new Set(
        tools
          .filter((tool) => tool.connector === connector && tool.effect === "destructive")
          .flatMap(({ alcance }) => alcance ?? []),
      ),
    ],
  };
}

export interface LazyCatalogue extends Systems {
  /** For code that needs all tools. */
  whole(): Promise<Catalogue>;
}

export function createLazyCatalogue(connectors: readonly LazyConnector[]): LazyCatalogue {
  const loads = new Map(
    connectors.map((connector) => [connector.manifest.id, loadOnce(() => connector.load())]),
  );
  const whole = async (): Promise<Catalogue> =>
    createCatalogue(await Promise.all([...loads.values()].map((load) => load())));
  return {
    ...known(connectors.map((connector) => connector.manifest)),
    all: async () => (await whole()).tools,
    find: async (toolId) => {
      const connector = await loads.get(toolId.split(".", 1)[0] ?? "")?.();
      return connector?.tools.find((tool) => tool.id === toolId) ?? null;
    },
    whole,
  };
}

function known(manifests: readonly Manifest[]): Omit<Systems, "find" | "all"> {
  const byId = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  return {
    manifests,
    manifestOf: (connector) => byId.get(connector) ?? null,
    isEnabled: (connector, enabled) =>
      byId.get(connector)?.kind === "utility" || enabled.includes(connector),
  };
}
