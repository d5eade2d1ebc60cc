import type { Context } from "aws-lambda";
import type { Hono } from "hono";
import { handle, type LambdaEvent } from "hono/aws-lambda";
import type { Log } from "#lib/kernel/log.ts";
import { isFromEdge } from "../api/addresses.ts";
import { flushing } from "./flushing.ts";

/** The second version of the format, which function urls speak. */
type UrlEvent = Extract<LambdaEvent, { rawQueryString: string }>;

type Serve = ReturnType<typeof handle>;
type Answer = Awaited<ReturnType<Serve>>;

const forbidden: Answer = { statusCode: 403, body: "", isBase64Encoded: false };

/** Behind a function url, whose answers are not streamed. */
export function behindUrl(
  app: Hono,
  { log, edgeSecrets }: { log: Log; edgeSecrets: readonly string[] },
): (event: UrlEvent, context: Context) => Promise<Answer> {
  const serve = handle(app);
  return flushing(log, (event: UrlEvent, context: Context) =>
    isOpenTo(edgeSecrets, event)
      ? serve(withoutStrayBody(event), context)
      : Promise.resolve(forbidden),
  );
}

/** The url is public next to the edge's: where the edge has a secret, only the edge is heard. */
function isOpenTo(secrets: readonly string[], { headers }: UrlEvent): boolean {
  return secrets.length === 0 || isFromEdge(secrets, headers["x-connect-edge"]);
}

/** Any server overlooks a body where none belongs; the adapter would refuse it in words of its own. */
function withoutStrayBody(event: UrlEvent): UrlEvent {
  const { method } = event.requestContext.http;
  return method === "GET" || method === "HEAD" ? { ...event, body: null } : event;
}
