import { browserFunction, workersAtOnce } from "./browser.ts";
import { brokerEnvironment, mayAskBroker } from "./credential-broker.ts";
import { workerPool } from "./environment.ts";
import { built } from "./functions.ts";
import { dataKeys, maySeal } from "./keys.ts";
import { atOnce } from "./reserved.ts";
import { mayReceive, maySend } from "./queue-permissions.ts";
import { emissionQueue, wake } from "./queues.ts";
import { loginSecrets, oauthClients, portalUrls, receiptKeys, serviceSecret } from "./secrets.ts";

export const emissionWorker = new sst.aws.Function("EmissionWorker", {
  ...built("emission-worker"),
  ...atOnce("emission-worker"),
  ...browserFunction,
  environment: {
    ...workerPool,
    ...brokerEnvironment,
    LOGIN_SECRETS: loginSecrets.value,
    RECEIPT_KEYS: receiptKeys.value,
    SERVICE_SECRET: serviceSecret.value,
    OAUTH_CLIENTS: oauthClients.value,
    PORTAL_URLS: portalUrls.value,
    EMISSION_QUEUE_URL: emissionQueue.url,
    KMS_KEY_ID: dataKeys.arn,
  },
  permissions: [
    mayReceive(emissionQueue),
    maySend(emissionQueue),
    mayAskBroker,
    ...maySeal("emission-worker"),
  ],
});

wake(emissionQueue, emissionWorker, { maximumConcurrency: workersAtOnce["emission-worker"] });
