import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { cardStyle } from "../../../pages/card-style.ts";
import { style } from "../../../pages/style.ts";
import { chartStyle } from "./chart-style.ts";
import { dashboardScript } from "./dashboard-script.ts";
import { dashboardStyle } from "./dashboard-style.ts";

const css = style + cardStyle + dashboardStyle + chartStyle;

/** Named by a hash of their content, so that they may be cached for ever. */
export const stylePath = `/dashboard/assets/estilo.${hashOf(css)}.css`;
export const scriptPath = `/dashboard/assets/pagina.${hashOf(dashboardScript)}.js`;

export function assetRoutes(app: Hono): void {
  app.get(stylePath, () => asset(css, "text/css"));
  app.get(scriptPath, () => asset(dashboardScript, "text/javascript"));
}

function asset(text: string, type: string): Response {
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=UTF-8`,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
