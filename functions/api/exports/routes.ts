import type { HonoRequest } from "hono";
import { openExport, readExportPart } from "#lib/tools/exports/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { getExport } from "./operations.ts";

/** Rows as a file, in parts: the link is all that a reader needs. */
export function exportRoutes(serve: ControlServer, deps: RouteDeps): void {
  const open = (request: HonoRequest) => {
    const token = request.param("token") ?? "";
    return openExport(deps, token);
  };

  serve.sealed(getExport, open, ({ ctx, caller, call }, { part }) =>
    readExportPart(deps, { ctx, caller, call }, part),
  );
}
