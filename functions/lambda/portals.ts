import { openPortal } from "#lib/connectors/drivers.ts";
import type { Settings } from "#lib/kernel/config.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import type { OpenPortal } from "#lib/sync/index.ts";

export const portalSettings = ["CHROMIUM_PATH", "PORTAL_URLS"] as const;

/** The portals of this stage. One that has no address here cannot be visited. */
export function openPortals(config: Settings<(typeof portalSettings)[number]>): OpenPortal {
  return async (connector, options) => {
    const baseUrl = config.PORTAL_URLS[connector];
    if (baseUrl === undefined) {
      throw new AppError("service_unavailable", {
        cause: new Error(`PORTAL_URLS has no address for ${connector}`),
      });
    }
    return openPortal(connector, { ...options, baseUrl, chromiumPath: config.CHROMIUM_PATH });
  };
}
