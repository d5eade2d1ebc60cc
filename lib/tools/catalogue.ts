import {
  defineConnector,
  type Connector,
  type LazyConnector,
  type Manifest,
  type Tool,
} from "#lib/contract/index.ts";
import { loadOnce } from "#lib/kernel/load-once.ts";

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
  const once = new Map(connectors.map((one) => [one.manifest.id, loadedOnce(one)]));
  const whole = async (): Promise<Catalogue> =>
    createCatalogue(await Promise.all([...once.values()].map(wholeConnector)));
  return {
    ...known(connectors.map((connector) => connector.manifest)),
    all: async () => (await whole()).tools,
    find: async (toolId) => {
      const connector = once.get(toolId.split(".", 1)[0] ?? "");
      if (connector === undefined) return null;
      const isAsked = ({ id }: Tool): boolean => id === toolId;
      const own = (await connector.load()).tools.find(isAsked);
      // A connector's own tools need none of the acts.
      return own ?? (await connector.acts?.())?.find(isAsked) ?? null;
    },
    whole,
  };
}

function loadedOnce({ manifest, load, acts }: LazyConnector): LazyConnector {
  return { manifest, load: loadOnce(load), ...(acts !== undefined && { acts: loadOnce(acts) }) };
}

/** With the tools of acts. */
export async function wholeConnector({ manifest, load, acts }: LazyConnector): Promise<Connector> {
  const [{ tools }, acting = []] = await Promise.all([load(), acts?.()]);
  return defineConnector(manifest, [...tools, ...acting]);
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

/**
 * Everything that an agent can be granted: what the tools require, and the endpoints of webhooks.
 */
export function grantableScopes({ tools }: { tools: readonly Tool[] }): string[] {
  return [...new Set([...tools.flatMap(requiredScopes), "webhooks:read", "webhooks:write"])];
}

export function requiredScopes(tool: Tool): string[] {
  const read = `${tool.connector}:read`;
  return tool.needsWrite ? [read, `${tool.connector}:write`] : [read];
}
