import type { Context } from "aws-lambda";
import { handle, type LambdaEvent } from "hono/aws-lambda";
import { flushing } from "../lambda/flushing.ts";
import { openSystem, systemSettings } from "../lambda/system.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { isFromEdge } from "./addresses.ts";
import { createApi } from "./app.ts";
import { apiSettings, buildApiDeps } from "./deps.ts";

const config = parseConfig(
  [
    ...apiSettings,
    ...systemSettings,
    "EDGE_SECRETS",
    "KMS_KEY_ID",
    "EMISSION_QUEUE_URL",
    "SYNC_QUEUE_URL",
  ],
  process.env,
);
const deps = await buildApiDeps(config, {
  ...(await openSystem(config)),
  edgeSecrets: config.EDGE_SECRETS,
  keys: createKmsKeys({ keyId: config.KMS_KEY_ID }),
  queue: createSqsQueue({ queueUrl: config.SYNC_QUEUE_URL }),
  emissionQueue: createSqsQueue({ queueUrl: config.EMISSION_QUEUE_URL }),
});

/** The second version of the format, which function urls speak. */
type UrlEvent = Extract<LambdaEvent, { rawQueryString: string }>;

const serve = handle(createApi(deps));

const forbidden: Awaited<ReturnType<typeof serve>> = {
  statusCode: 403,
  body: "",
  isBase64Encoded: false,
};

/** Behind a function url, whose answers are not streamed. */
export const handler = flushing(
  deps.log,
  (event: UrlEvent, context: Context): ReturnType<typeof serve> =>
    isOpenTo(event) ? serve(withoutStrayBody(event), context) : Promise.resolve(forbidden),
);

/** The url is public next to the edge's: where the edge has a secret, only the edge is heard. */
function isOpenTo({ headers }: UrlEvent): boolean {
  const secrets = config.EDGE_SECRETS;
  return secrets.length === 0 || isFromEdge(secrets, headers["x-connect-edge"]);
}

/** Any server overlooks a body where none belongs; the adapter would refuse it in words of its own. */
function withoutStrayBody(event: UrlEvent): UrlEvent {
  const { method } = event.requestContext.http;
  return method === "GET" || method === "HEAD" ? { ...event, body: null } : event;
}
