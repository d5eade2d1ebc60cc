import { plans, type Standing, type StandingConnection } from "../../identity/index.ts";
import { periodoOf } from "../../chile/index.ts";
import { AppError, validationError, type Issue } from "../../kernel/errors/index.ts";
import { canonicalUuidV4 } from "../../kernel/ids.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Tool } from "../define/index.ts";
import { connectionPattern } from "./authenticate.ts";
import { forbiddenContent, issuesOf } from "./issues.ts";

export function inputOf(body: unknown): { input: unknown; extra: string[] } {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new AppError("malformed_request");
  }
  if (!Object.hasOwn(body, "input")) {
    throw validationError([
      { path: ["input"], code: "required", message: 'The body is {"input": …}, also when empty' },
    ]);
  }
  const { input, ...rest } = body as { input: unknown };
  return { input, extra: Object.keys(rest) };
}

export function findTool(catalogue: Catalogue, standing: Standing, toolId: string): Tool {
  const tool = catalogue.find(toolId);
  if (tool === null || !catalogue.isEnabled(tool.connector, standing.connectors)) {
    throw new AppError("tool_not_found");
  }
  return tool;
}

export function requiredScopes(tool: Tool): string[] {
  const read = `${tool.connector}:read`;
  return tool.effect === "destructive" ? [read, `${tool.connector}:write`] : [read];
}

export function checkScopes(tool: Tool, standing: Standing): void {
  const required = requiredScopes(tool).filter((scope) => !standing.scopes.includes(scope));
  if (required.length > 0) throw new AppError("scope_not_granted", { details: { required } });
}

/** The input and the headers together, so that one answer names every field. */
export function checkInput(
  tool: Tool,
  body: { input: unknown; extra: string[] },
  headers: { connection: string | undefined; idempotencyKey: string | undefined },
): unknown {
  const issues: Issue[] = body.extra.map((key) => ({
    path: [key],
    code: "unrecognized_keys",
    message: "The body holds input alone",
  }));
  const forbidden = forbiddenContent(body.input);
  issues.push(...forbidden);
  const parsed = forbidden.length > 0 ? null : tool.input.safeParse(body.input);
  if (parsed?.success === false) issues.push(...issuesOf(parsed.error));
  issues.push(...headerIssues(tool, headers));
  if (issues.length > 0) throw validationError(issues.slice(0, 50));
  if (tool.effect === "destructive" && headers.idempotencyKey === undefined) {
    throw new AppError("idempotency_key_missing");
  }
  return parsed?.data;
}

function headerIssues(
  tool: Tool,
  headers: { connection: string | undefined; idempotencyKey: string | undefined },
): Issue[] {
  const issues: Issue[] = [];
  if (tool.needsConnection && headers.connection === undefined) {
    issues.push(connectionIssue("required", "This tool works on a connection: name it"));
  }
  if (tool.needsConnection && headers.connection !== undefined) {
    if (!connectionPattern.test(headers.connection)) issues.push(unknownConnection());
  }
  if (headers.idempotencyKey !== undefined && !canonicalUuidV4.test(headers.idempotencyKey)) {
    issues.push({
      path: ["Idempotency-Key"],
      code: "invalid_format",
      message: "Not a canonical lowercase UUID v4",
    });
  }
  return issues;
}

function connectionIssue(code: string, message: string): Issue {
  return { path: ["X-Connect-Connection"], code, message };
}

/** One answer for a stranger's connection, another system's and none at all: no oracle. */
function unknownConnection(): Issue {
  return connectionIssue(
    "unknown_connection",
    "Not a connection of this system; take the id from conexiones.estado.consultar",
  );
}

export function checkConnection(tool: Tool, standing: Standing): StandingConnection | null {
  if (!tool.needsConnection) return null;
  const { connection } = standing;
  if (connection === null || connection.connector !== tool.connector) {
    throw validationError([unknownConnection()]);
  }
  if (connection.disabled) throw new AppError("connection_disabled");
  const scope = requiredScopes(tool).find((needed) => !connection.scopes.includes(needed));
  if (scope !== undefined) {
    throw new AppError("connection_scope_not_enabled", { details: { scope } });
  }
  if (tool.alcance !== null && !connection.alcances.includes(tool.alcance)) {
    throw new AppError("alcance_not_enabled", { details: { alcance: tool.alcance } });
  }
  if (tool.alcance !== null && connection.acceso !== null) {
    checkAccess(tool, tool.alcance, connection.acceso);
  }
  return connection;
}

function checkAccess(tool: Tool, alcance: string, acceso: string): void {
  if (tool.servedBy === null || tool.servedBy.includes(acceso)) return;
  throw new AppError("alcance_scheme_unsupported", { details: { alcance, acceso } });
}

export function checkBilling(tool: Tool, standing: Standing): void {
  if (!tool.pausesWithBilling || standing.billing === "active") return;
  throw new AppError(
    standing.billing === "past_due" ? "billing_past_due" : "subscription_required",
  );
}

export function checkQuota(
  standing: Standing,
  connection: StandingConnection | null,
  now: Date,
): void {
  if (connection === null) return;
  const limit = plans[standing.plan].callsPerConnection;
  if (standing.calls < limit) return;
  throw new AppError("quota_exceeded", {
    details: { limit, periodo: periodoOf(now), connection_id: connection.id },
  });
}
