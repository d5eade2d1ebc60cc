import type { Context } from "hono";
import type { FoundLink, Submission } from "#lib/links/index.ts";
import type { RouteDeps } from "../../route-deps.ts";
import { recordVisit, type ConnectVariables } from "./record-visit.ts";

/** A person's action, as recorded. */
interface Handled {
  kind: Submission["kind"] | "declined" | "changed";
  link: FoundLink;
}

/** Records the action and its answer before the answer is given. */
export async function recordHandled(
  deps: RouteDeps,
  c: Context<ConnectVariables>,
  { kind, link }: Handled,
  { response, elapsedMs }: { response: Response; elapsedMs: () => number },
): Promise<Response> {
  if (link.kind === "unknown") return response;
  const isDone = kind === "started" || kind === "elsewhere" || kind === "declined";
  // Any other answer may tell of a company that is connected, and leaves a row: it counts as a guess.
  if (!isDone) deps.failures.failed(deps.addressOf(c), null);
  const { organizationId, linkId, connectionId } = link;
  await recordVisit(deps, deps.db, c, {
    operation: kind === "declined" ? "connect.decline" : "connect.submit",
    organizationId,
    linkId,
    connectionId,
    outcome: isDone ? "ok" : kind,
    httpStatus: response.status,
    latencyMs: elapsedMs(),
  });
  return response;
}
