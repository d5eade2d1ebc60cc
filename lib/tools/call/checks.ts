import { plans } from "#lib/identity/index.ts";
import type { Caller, CallerConnection } from "#lib/limits/index.ts";
import { periodoOf } from "#lib/chile/index.ts";
import { AppError, validationError, type Issue } from "#lib/kernel/errors/index.ts";
import { canonicalUuidV4 } from "#lib/kernel/ids.ts";
import { unknownConnection, type Tool, type Surface } from "#lib/contract/index.ts";
import { type Systems, requiredScopes } from "../catalogue.ts";
import { connectionPattern } from "./authenticate.ts";
import { nearestIds } from "./nearest-ids.ts";
import { forbiddenContent, issuesOf } from "./issues.ts";

export function inputOf(body: unknown, surface: Surface): { input: unknown; extra: string[] } {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new AppError("malformed_request");
  }
  if (!Object.hasOwn(body, "input")) {
    const message = `${names[surface].whole} {"input": …}, also when empty`;
    throw validationError([{ path: ["input"], code: "required", message }]);
  }
  const { input, ...rest } = body as { input: unknown };
  return { input, extra: Object.keys(rest) };
}

export async function findTool(systems: Systems, caller: Caller, toolId: string): Promise<Tool> {
  const tool = await systems.find(toolId);
  if (tool !== null && isEnabled(systems, caller, tool)) return tool;
  throw await unknownTool(systems, caller, toolId);
}

/** Suggests what a mistyped id may have meant, among the tools of this caller's organization. */
async function unknownTool(systems: Systems, caller: Caller, toolId: string): Promise<AppError> {
  const enabled = (await systems.all()).filter((tool) => isEnabled(systems, caller, tool));
  const nearest = nearestIds(
    toolId,
    enabled.map(({ id }) => id),
  );
  return new AppError("tool_not_found", { details: { nearest } });
}

function isEnabled(systems: Systems, caller: Caller, { connector }: Tool): boolean {
  return systems.isEnabled(connector, caller.connectors);
}

export function checkEnabled(systems: Systems, caller: Caller, tool: Tool): void {
  if (!isEnabled(systems, caller, tool)) throw new AppError("tool_not_found");
}

export function checkScopes(tool: Tool, caller: Caller): void {
  const required = requiredScopes(tool).filter((scope) => !caller.scopes.includes(scope));
  if (required.length > 0) throw new AppError("scope_not_granted", { details: { required } });
}

/** What a call carries in addition to its input: headers over REST, fields over MCP. */
export interface CallOptions {
  surface: Surface;
  connection: string | undefined;
  idempotencyKey: string | undefined;
}

/** What the surface's callers know them by: issues point there. */
const names = {
  rest: {
    connection: "X-Connect-Connection",
    idempotencyKey: "Idempotency-Key",
    whole: "The body is",
    alone: "Only input is taken here",
  },
  mcp: {
    connection: "connectionId",
    idempotencyKey: "idempotencyKey",
    whole: "The arguments hold",
    alone: "There are toolId, input, connectionId, idempotencyKey and clientTraceId",
  },
  dashboard: {
    connection: "connectionId",
    idempotencyKey: "idempotencyKey",
    whole: "The form holds",
    alone: "Only input is taken here",
  },
} as const satisfies Record<Surface, unknown>;

/** Checks the input and what comes with it together, so that one answer names every field. */
export function checkInput(
  tool: Tool,
  body: { input: unknown; extra: string[] },
  { now, ...options }: CallOptions & { now: Date },
): unknown {
  const issues: Issue[] = body.extra.map((key) => ({
    path: [key],
    code: "unknown_field",
    message: names[options.surface].alone,
  }));
  const forbidden = forbiddenContent(body.input);
  issues.push(...forbidden);
  const parsed = forbidden.length > 0 ? null : tool.input.safeParse(body.input);
  if (parsed?.success === false) issues.push(...issuesOf(parsed.error, body.input, tool.input));
  if (parsed?.success === true) issues.push(...tool.issuesAt(parsed.data, now));
  issues.push(...optionIssues(tool, options));
  if (issues.length > 0) throw validationError(issues);
  if (tool.effect === "destructive" && options.idempotencyKey === undefined) {
    throw new AppError("idempotency_key_missing");
  }
  return parsed?.data;
}

function optionIssues(tool: Tool, { surface, connection, idempotencyKey }: CallOptions): Issue[] {
  const issues: Issue[] = [];
  const name = names[surface];
  if (tool.needsConnection && connection === undefined) issues.push(noConnection(surface));
  if (tool.needsConnection && connection !== undefined) {
    if (!connectionPattern.test(connection))
      issues.push(unknownConnection([names[surface].connection]));
  }
  if (idempotencyKey !== undefined && !canonicalUuidV4.test(idempotencyKey)) {
    issues.push({
      path: [name.idempotencyKey],
      code: "wrong_format",
      message: "Not a canonical lowercase UUID v4",
    });
  }
  return issues;
}

function noConnection(surface: Surface): Issue {
  return {
    path: [names[surface].connection],
    code: "required",
    message: "This tool works on a connection: name it",
  };
}

/** What is wrong with the choice of a connection, on either surface. */
export function connectionIssuesOf(error: AppError): Issue[] {
  const issues = (error.details?.["issues"] ?? []) as Issue[];
  const places: readonly unknown[] = [names.rest.connection, names.mcp.connection];
  return issues.filter(({ path }) => path.length === 1 && places.includes(path[0]));
}

/** The connection that the call works on: one of the organization's, of the tool's system. */
export function connectionOfCall(tool: Tool, caller: Caller): CallerConnection | null {
  const { connection } = caller;
  return tool.needsConnection && connection?.connector === tool.connector ? connection : null;
}

/** Checks the connection itself. */
export function checkConnection(tool: Tool, caller: Caller, surface: Surface): void {
  const connection = connectionOfCall(tool, caller);
  if (connection !== null) return checkOpen(tool, connection);
  if (tool.needsConnection) throw validationError([unknownConnection([names[surface].connection])]);
}

/** Checks the connection against this input. */
export function checkConnectionFor(
  tool: Tool,
  caller: Caller,
  { input, now }: { input: unknown; now: Date },
): void {
  const connection = connectionOfCall(tool, caller);
  if (connection !== null) tool.checkFor(input, connection, now);
}

/** What keeps a call from starting now: the payments, then the quota. */
export function whyNotNow(tool: Tool, caller: Caller, now: Date): AppError | null {
  const unpaid = tool.pausesWithBilling ? billingRefusal(caller) : null;
  const connection = connectionOfCall(tool, caller);
  if (unpaid !== null || connection === null || caller.calls < quotaOf(caller)) return unpaid;
  return quotaExceeded(caller, connection.id, now);
}

function checkOpen(tool: Tool, connection: CallerConnection): void {
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
}

function checkAccess(tool: Tool, alcance: string, acceso: string): void {
  if (tool.servedBy === null || tool.servedBy.includes(acceso)) return;
  throw new AppError("alcance_scheme_unsupported", {
    details: { alcance, acceso, servedBy: tool.servedBy },
  });
}

/** Null while the organization's payments are in order. */
export function billingRefusal({ billing }: Caller): AppError | null {
  if (billing === "active") return null;
  return new AppError(billing === "past_due" ? "billing_past_due" : "subscription_required");
}

export function quotaExceeded(caller: Caller, connectionId: string, now: Date): AppError {
  const limit = quotaOf(caller);
  return new AppError("quota_exceeded", {
    details: { limit, periodo: periodoOf(now), connection_id: connectionId },
  });
}

function quotaOf({ quotaPlan }: Caller): number {
  return plans[quotaPlan].callsPerConnection;
}

/**
 * This near to the end, calls are counted one after another and the quota is exact: unless more
 * than this many calls of one connection run at once, no read is answered beyond it. A call with an
 * effect outside is counted in any case.
 */
const lastCalls = 100;

/** The quota that a call of the tool must be counted within; null far from its end. */
export function strictQuotaOf(tool: Tool, caller: Caller): number | null {
  const limit = quotaOf(caller);
  return tool.effect === "read" && limit - caller.calls <= lastCalls ? limit : null;
}
