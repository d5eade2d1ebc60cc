import type { Context } from "aws-lambda";
import type { Hono } from "hono";
import { handle, type LambdaEvent } from "hono/aws-lambda";
import type { Log } from "#lib/kernel/log.ts";
import { isFromEdge } from "./addresses.ts";
import { flushing } from "./flushing.ts";

/** Version two of the event format, which function URLs use. */
type UrlEvent = Extract<LambdaEvent, { rawQueryString: string }>;

type Serve = ReturnType<typeof handle>;
type Answer = Awaited<ReturnType<Serve>>;

const forbidden: Answer = { statusCode: 403, body: "", isBase64Encoded: false };

/** Behind a function URL, whose answers are not streamed. */
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

/** The URL is public and bypasses the edge: if the edge has a secret, only the edge is accepted. */
function isOpenTo(secrets: readonly string[], { headers }: UrlEvent): boolean {
  return secrets.length === 0 || isFromEdge(secrets, headers["x-connect-edge"]);
}

/** Servers ignore a body where none belongs, but the adapter would refuse it in its own words. */
function withoutStrayBody(event: UrlEvent): UrlEvent {
  const { method } = event.requestContext.http;
  return method === "GET" || method === "HEAD" ? { ...event, body: null } : event;
}
