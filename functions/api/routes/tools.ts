import type { Hono } from "hono";
import { AppError, validationError } from "#lib/kernel/errors/index.ts";
import { detailOf, summaryOf } from "#lib/tools/documents/index.ts";
import type { ApiDeps } from "../app.ts";
import { controlRoute, publicAnswer } from "../control.ts";
import { describeTool, listTools } from "../operations/index.ts";

/** The whole catalogue, whoever asks: what one caller may run is not told here. */
export function toolRoutes(app: Hono, deps: ApiDeps): void {
  const { catalogue } = deps;

  controlRoute(app, deps, listTools, (call) => {
    const { connector } = call.query;
    if (connector !== undefined && catalogue.manifestOf(connector) === null) {
      throw validationError([
        { path: ["connector"], code: "unknown_connector", message: "Not in the catalogue" },
      ]);
    }
    const wanted = catalogue.tools.filter(
      (tool) => connector === undefined || tool.connector === connector,
    );
    return publicAnswer(call, wanted.map(summaryOf));
  });

  controlRoute(app, deps, describeTool, (call) => {
    const tool = catalogue.find(call.params.id);
    if (tool === null) throw new AppError("tool_not_found");
    return publicAnswer(call, detailOf(tool));
  });
}
