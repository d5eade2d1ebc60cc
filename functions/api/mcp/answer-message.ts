import { createMcpHandler } from "@modelcontextprotocol/server";
import { AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { type ControlAnswer } from "#lib/tools/execute/index.ts";
import type { RouteDeps } from "../route-deps.ts";
import { admit } from "./admit.ts";
import { wholeOrBegun } from "./begun-response.ts";
import { callerOf, type Caller } from "./caller.ts";
import { asHeadersName } from "./own-words.ts";
import { refuseMessage } from "./refusal.ts";
import { serverFor } from "./server.ts";
import { isKnown, type RefusalEnvelope } from "#lib/tools/call/index.ts";

interface Asked {
  request: Request;
  address: string | null;
  readBody(): Promise<unknown>;
}

export async function answerMessage(
  deps: RouteDeps,
  { request, address, readBody }: Asked,
): Promise<Response> {
  const stranger = callerOf(request.headers, address, null);
  // A stranger's message is not read: reading costs, and only known callers pay for it.
  if (!(await isWelcome(deps, stranger))) {
    const refused = await admit(deps, stranger, null);
    if (refused.status !== 200) return refuseMessage(refused, null);
  }
  const message = await readMessage(readBody);
  const caller = callerOf(request.headers, address, message.body);
  const { id } = message.body as { id?: unknown };
  if (message.failure !== null) {
    return refuseMessage(await admit(deps, caller, message.failure), id, message.isJson);
  }
  const { response, isBegun } = await serve(deps, request, { caller, message: message.body });
  // The tool has accepted the call and is waiting: its result follows its progress messages.
  if (isBegun) return withHeaders(response, { "cache-control": "no-store" });
  const { answered } = caller;
  // A tool call has authenticated itself; any other answer of the protocol is recorded here.
  if (answered === null) {
    const refusal = refusalIn(response);
    const admitted = await admit(deps, caller, refusal, response.status);
    return codeIn(admitted) === (refusal?.code ?? null)
      ? withHeaders(response, admitted.headers)
      : refuseMessage(admitted, id);
  }
  // A client asks its person for more access only after an HTTP refusal, never after a result.
  if ("www-authenticate" in answered.headers) return refuseMessage(answered, id);
  return withHeaders(response, answered.headers);
}

/** If reading the message fails, the refusal still passes the same checks. */
function isWelcome(deps: RouteDeps, caller: Caller): Promise<boolean> {
  return isKnown(deps, caller).catch(() => false);
}

/** An unreadable message is answered only after the credential's own checks, as over REST. */
async function readMessage(
  readBody: Asked["readBody"],
): Promise<{ body: object; failure: AppError | null; isJson: boolean }> {
  try {
    const body = await readBody();
    const single = typeof body === "object" && body !== null && !Array.isArray(body);
    return single
      ? { body, failure: null, isJson: true }
      : { body: {}, failure: new AppError("malformed_request"), isJson: true };
  } catch (error) {
    return { body: {}, failure: asAppError(error), isJson: false };
  }
}

/** The library's status for a client that hung up; nobody reads it. */
const hungUp = 499;

/** What the protocol itself refused, as recorded. A client that hung up was refused nothing. */
function refusalIn({ status }: Response): AppError | null {
  if (status < 400 || status === hungUp) return null;
  return new AppError(status < 500 ? "malformed_request" : "internal_error");
}

function codeIn({ body }: ControlAnswer): string | null {
  return "error" in body ? (body as RefusalEnvelope).error.code : null;
}

/**
 * Closed once answered: nothing here ever changes, so a subscription is confirmed and ends. The answer is read whole,
 * because its tool runs while it is read, unless the tool has progress to report first.
 */
async function serve(
  deps: RouteDeps,
  request: Request,
  { caller, message }: { caller: Caller; message: object },
): Promise<{ response: Response; isBegun: boolean }> {
  const begun = Promise.withResolvers<void>();
  if (deps.streams) caller.onProgress = begun.resolve;
  caller.onLost = (error) => deps.log.debug("mcp.progress_lost", { error });
  const handler = createMcpHandler(() => serverFor(deps, caller), {
    onerror: (error) => deps.log.debug("mcp.refused", { error }),
  });
  const response = await handler.fetch(request, {
    parsedBody: asHeadersName(message, request.headers),
  });
  return wholeOrBegun(response, begun.promise, () => handler.close());
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
