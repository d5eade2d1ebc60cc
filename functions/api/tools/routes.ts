import type { Hono } from "hono";
import { AppError, validationError, type Issue } from "#lib/kernel/errors/index.ts";
import { detailOf, summaryOf } from "#lib/tools/documents/index.ts";
import { control } from "#lib/tools/execute/index.ts";
import { searchDocs, SearchQuery } from "#lib/tools/search/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import { controlRoute, parsed, publicAnswer } from "../control.ts";
import { describeTool, listTools } from "./operations.ts";

/** The whole catalogue for whoever asks; a search answers for the credential that searches. */
export function toolRoutes(app: Hono, deps: RouteDeps): void {
  const { catalogue } = deps;
  searchRoute(app, deps);

  controlRoute(app, deps, listTools, (call) => {
    const { connector, ...others } = call.query;
    const issues = Object.keys(others).map(withoutQuery);
    if (connector !== undefined && catalogue.manifestOf(connector) === null) {
      issues.push({
        path: ["connector"],
        code: "unknown_connector",
        message: "Not in the catalogue",
      });
    }
    if (issues.length > 0) throw validationError(issues);
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

/** Comes before the listing, which has the same path and no `query`. */
function searchRoute(app: Hono, deps: RouteDeps): void {
  app.get(listTools.path, async (c, next) => {
    if (c.req.query("query") === undefined) return next();
    const request = {
      operation: "tools.search",
      authorization: c.req.header("authorization"),
      traceLabel: c.req.header("x-client-trace-id"),
      clientLabel: c.req.header("x-connect-client"),
      requiredScopes: [],
    };
    const answer = await control(deps, request, async (ctx, standing) => {
      const { tool_id: toolId, ...rest } = parsed(listTools.query, c.req.query());
      const asked = parsed(SearchQuery, { ...rest, ...(toolId !== undefined && { toolId }) });
      const data = await searchDocs({ ...deps, ...ctx }, standing, "rest", asked);
      return { status: 200, body: { data } };
    });
    return Response.json(answer.body, { status: answer.status, headers: answer.headers });
  });
}

function withoutQuery(field: string): Issue {
  return { path: [field], code: "needs_query", message: "Only a search takes this: add query" };
}
