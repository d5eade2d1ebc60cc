import { parseBrowsers, type BrowserChoice } from "#lib/browser/index.ts";
import { driverIds, openPortal } from "#lib/connectors/drivers.ts";
import { ConfigError, type Settings } from "#lib/kernel/config.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { OpenPortal } from "#lib/jobs/index.ts";

export const portalSettings = ["CHROMIUM_PATH", "OAUTH_CLIENTS", "PORTAL_URLS"] as const;

/** Systems that use another browser: `BROWSER_` and the system's id in capitals. */
export function portalBrowsers(
  environment: Record<string, string | undefined>,
): ReadonlyMap<string, BrowserChoice> {
  const { browsers, problems } = parseBrowsers(driverIds, environment);
  if (problems.length > 0) throw new ConfigError(problems);
  return browsers;
}

/** The portals of this stage. A system without an address here cannot be visited. */
export function openPortals(
  config: Settings<(typeof portalSettings)[number]>,
  browsers: ReadonlyMap<string, BrowserChoice>,
  confinement: "required" | "preferred" = "preferred",
): OpenPortal {
  return async (connector, options) => {
    const baseUrl = config.PORTAL_URLS[connector];
    if (baseUrl === undefined) {
      throw new AppError("service_unavailable", {
        cause: new Error(`PORTAL_URLS has no address for ${connector}`),
      });
    }
    const chromiumPath = config.CHROMIUM_PATH;
    const browser = browsers.get(connector);
    const client = Object.hasOwn(config.OAUTH_CLIENTS, connector)
      ? config.OAUTH_CLIENTS[connector]
      : undefined;
    const where = { baseUrl, chromiumPath, browser, confinement, client };
    return openPortal(connector, { ...options, ...where });
  };
}
