import { AppError, validationError, type Issue } from "#lib/kernel/errors/index.ts";
import { detailOf, summaryOf } from "#lib/tools/documents/index.ts";
import { searchDocs, unknownConnector } from "#lib/tools/search/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { ControlServer } from "../serve-control.ts";
import { describeTool, listTools, searchTools } from "./operations.ts";

/** The whole catalogue is public; a search is answered for the credential that searches. */
export function toolRoutes(serve: ControlServer, deps: RouteDeps): void {
  const { catalogue } = deps;

  // Registered before the listing, which has the same path without `query`.
  serve.authorized(
    searchTools,
    async ({ ctx, caller, query: { tool_id: toolId, ...asked } }) =>
      searchDocs({ ...deps, ...ctx }, caller, "rest", { ...asked, toolId }),
    (request) => request.query("query") !== undefined,
  );

  serve.open(listTools, ({ query: { connector, ...others } }) => {
    const issues = Object.keys(others).map(withoutQuery);
    if (connector !== undefined && catalogue.manifestOf(connector) === null) {
      issues.push(unknownConnector);
    }
    if (issues.length > 0) throw validationError(issues);
    return catalogue.tools
      .filter((tool) => connector === undefined || tool.connector === connector)
      .map(summaryOf);
  });

  serve.open(describeTool, ({ params }) => {
    const tool = catalogue.find(params.id);
    if (tool === null) throw new AppError("tool_not_found");
    return detailOf(tool);
  });
}

function withoutQuery(field: string): Issue {
  return { path: [field], code: "contradiction", message: "Only a search takes this: add query" };
}
