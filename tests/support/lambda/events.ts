import { randomUUID } from "node:crypto";
import type {
  APIGatewayProxyStructuredResultV2,
  EventBridgeEvent,
  LambdaFunctionURLEvent,
  SQSEvent,
} from "aws-lambda";
import type { ReceivedMessage } from "#lib/platform/queue.ts";

export interface UrlRequest {
  method?: string;
  path: string;
  /** A list is sent as several headers of the same name, which the platform joins. */
  headers?: Record<string, string | string[]>;
  cookies?: string[];
  body?: string | Uint8Array;
}

/** A function URL's event, in version 2.0 of its format. */
export function urlEvent(request: UrlRequest): LambdaFunctionURLEvent {
  const { method = "GET", path, headers = {}, cookies, body } = request;
  const [rawPath = "", rawQueryString = ""] = path.split("?");
  const host = "connect.lambda-url.us-east-1.on.aws";
  const text = typeof body === "string" ? body : undefined;
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString,
    ...(cookies !== undefined && { cookies }),
    headers: {
      host,
      "x-forwarded-for": "192.0.2.10",
      "x-forwarded-proto": "https",
      "x-forwarded-port": "443",
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name.toLowerCase(),
          typeof value === "string" ? value : value.join(","),
        ]),
      ),
    },
    requestContext: {
      accountId: "anonymous",
      apiId: "connect",
      domainName: host,
      domainPrefix: "connect",
      http: { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.10", userAgent: "" },
      requestId: randomUUID(),
      routeKey: "$default",
      stage: "$default",
      time: "21/Nov/2026:15:00:00 +0000",
      timeEpoch: 1_795_273_200_000,
    },
    ...(body !== undefined && {
      body: text ?? Buffer.from(body).toString("base64"),
    }),
    isBase64Encoded: body !== undefined && text === undefined,
  };
}

/** A function URL's answer as its client sees it. */
export function urlResponse(result: APIGatewayProxyStructuredResultV2): Response {
  const { statusCode = 200, headers = {}, cookies = [], body = "", isBase64Encoded } = result;
  const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  for (const cookie of cookies) sent.append("set-cookie", cookie);
  const bytes = Buffer.from(body, isBase64Encoded === true ? "base64" : "utf8");
  return new Response(bytes.length === 0 ? null : bytes, { status: statusCode, headers: sent });
}

/** A batch as the event source passes it to a worker. */
export function queueEvent(messages: readonly ReceivedMessage[]): SQSEvent {
  return {
    Records: messages.map(({ messageId, body, receiptHandle, receives, attributes }) => ({
      messageId,
      receiptHandle,
      body,
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: "1795273200000",
        SenderId: "connect",
        ApproximateFirstReceiveTimestamp: "1795273200001",
      },
      messageAttributes: Object.fromEntries(
        Object.entries(attributes).map(([name, stringValue]) => [
          name,
          { stringValue, stringListValues: [], binaryListValues: [], dataType: "String" },
        ]),
      ),
      md5OfBody: "",
      eventSource: "aws:sqs",
      eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:queue",
      awsRegion: "us-east-1",
    })),
  };
}

/** The event of the schedule of every minute. */
export function scheduleEvent(now: Date): EventBridgeEvent<"Scheduled Event", object> {
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": "Scheduled Event",
    source: "aws.scheduler",
    account: "000000000000",
    time: now.toISOString(),
    region: "us-east-1",
    resources: ["arn:aws:scheduler:us-east-1:000000000000:schedule/default/minute"],
    detail: {},
  };
}
