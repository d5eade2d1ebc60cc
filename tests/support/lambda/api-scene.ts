import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { testApi, type TestApi } from "#tests/support/api.ts";
import { machineClock, type MachineClock } from "./clock.ts";
import { urlEvent, urlResponse, type UrlRequest } from "./events.ts";
import { createLambda, type Lambda } from "./lambda.ts";
import { stageFunction } from "./stage.ts";

export interface ApiScene {
  api: TestApi;
  clock: MachineClock;
  lambda: Lambda;
  /** Of an organization that may do everything. */
  key: string;
  send(request: UrlRequest): Promise<Response>;
  close(): Promise<void>;
}

export const apiTimeoutMs = 30_000;

/** The bundle of the API in its own process, over a database and a queue of the test's. */
export async function apiScene(databaseUrl?: string): Promise<ApiScene> {
  const api = await testApi();
  const clock = await machineClock();
  const { settings, queue } = api;
  const lambda = createLambda({
    package: await stageFunction("api"),
    timeoutMs: apiTimeoutMs,
    clock,
    env: {
      BASE_URL: settings.BASE_URL,
      DATABASE_URL: databaseUrl ?? settings.DATABASE_URL,
      INDICATORS_BASE_URL: settings.INDICATORS_BASE_URL,
      SERVICE_SECRET: settings.SERVICE_SECRET,
      KMS_KEY_ID: "alias/connect",
      SYNC_QUEUE_URL: queue.url,
      EMISSION_QUEUE_URL: queue.url,
      AWS_ENDPOINT_URL_SQS: queue.endpoint,
    },
  });
  const { key } = await api.organization();
  return {
    api,
    clock,
    lambda,
    key,
    send: async (request) =>
      urlResponse(await lambda.invoke<APIGatewayProxyStructuredResultV2>(urlEvent(request))),
    close: async () => {
      await lambda.close();
      await clock.close();
      await api.close();
    },
  };
}
