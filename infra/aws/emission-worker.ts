import { browserFunction } from "./browser.ts";
import { smallPool } from "./environment.ts";
import { built } from "./functions.ts";
import { dataKeys, maySeal } from "./keys.ts";
import { mayReceive, maySend } from "./queue-permissions.ts";
import { emissionQueue, wake } from "./queues.ts";
import { loginSecrets, portalUrls, receiptKeys, serviceSecret } from "./secrets.ts";

export const emissionWorker = new sst.aws.Function("EmissionWorker", {
  ...built("emission-worker"),
  ...browserFunction,
  environment: {
    ...smallPool,
    LOGIN_SECRETS: loginSecrets.value,
    RECEIPT_KEYS: receiptKeys.value,
    SERVICE_SECRET: serviceSecret.value,
    PORTAL_URLS: portalUrls.value,
    EMISSION_QUEUE_URL: emissionQueue.url,
    KMS_KEY_ID: dataKeys.arn,
  },
  permissions: [mayReceive(emissionQueue), maySend(emissionQueue), ...maySeal("emission-worker")],
});

// Somebody waits for each of these, so they do not stand behind the syncs; ten companies at once.
wake(emissionQueue, emissionWorker, { maximumConcurrency: 10 });
