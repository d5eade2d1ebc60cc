import type { Context } from "hono";
import { findLink, type FindSystem, type FoundLink } from "#lib/links/index.ts";
import type { RouteDeps } from "../../route-deps.ts";
import type { ConnectPage } from "./answers.tsx";
import type { ConnectVariables } from "./record-visit.ts";
import { typedBefore } from "./typed-cookie.ts";

/** What every page of a link needs. */
export interface LinkPages {
  deps: RouteDeps & { systemOf: FindSystem };
  find(c: Context<ConnectVariables>, token: string): Promise<FoundLink>;
  pageOf(c: Context<ConnectVariables>, token: string): ConnectPage;
}

export function linkPages(routeDeps: RouteDeps): LinkPages {
  const { catalogue } = routeDeps;
  const systemOf: FindSystem = (id) => {
    const manifest = catalogue.manifestOf(id);
    return manifest === null ? null : { ...manifest, actingAlcances: catalogue.actingAlcances(id) };
  };
  const deps = { ...routeDeps, systemOf };
  return {
    deps,
    /** Guessing links is soon refused without a look-up, by address. */
    find: async (c, token) => {
      const address = deps.addressOf(c);
      deps.failures.check(address);
      const link = await findLink(deps, token);
      if (link.kind === "unknown") deps.failures.failed(address, null);
      else c.set("link", link);
      return link;
    },
    pageOf: (c, token) => ({
      token,
      typedBefore: (link) => typedBefore(link, c.req.header("cookie")),
      responsible: deps.responsible,
      providerOf: (system) => deps.oauthClients[system]?.authorizationUrl ?? null,
    }),
  };
}
