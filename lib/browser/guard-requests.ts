import type { BrowserContext, Request, Route } from "playwright-core";
import type { PortalHosts } from "./portal-hosts.ts";

export type ResourceType = "image" | "media" | "font";

interface RequestRules {
  hosts: PortalHosts;
  /** Types that a portal cannot do without, such as the images of a keypad. */
  allowedTypes: readonly ResourceType[];
}

/** Reading needs documents, scripts, styles and calls; the rest costs time and gives us away. */
const refusedTypes = new Set(["image", "media", "font", "ping", "cspviolationreport", "manifest"]);

/** Returns a counter of the requests refused so far. */
export async function guardRequests(
  context: BrowserContext,
  rules: RequestRules,
): Promise<() => number> {
  let refused = 0;
  const allowedTypes = new Set<string>(rules.allowedTypes);
  const isAllowed = (request: Request): boolean => {
    const type = request.resourceType();
    return rules.hosts.allows(request.url()) && (allowedTypes.has(type) || !refusedTypes.has(type));
  };
  await context.route("**/*", async (route: Route) => {
    const allowed = isAllowed(route.request());
    if (!allowed) refused += 1;
    const decided = allowed ? route.continue() : route.abort("blockedbyclient");
    // Its window may be gone by now. Nothing else catches this failure, which would end the worker.
    await decided.catch(() => undefined);
  });
  await context.routeWebSocket(/.*/, (socket) => {
    if (rules.hosts.allows(socket.url())) {
      socket.connectToServer();
      return;
    }
    refused += 1;
    return socket.close({ code: 1008, reason: "refused" });
  });
  return () => refused;
}
