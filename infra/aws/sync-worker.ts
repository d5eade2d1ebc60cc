import { browserFunction, workersAtOnce } from "./browser.ts";
import { brokerEnvironment, mayAskBroker } from "./credential-broker.ts";
import { workerPool } from "./environment.ts";
import { built } from "./functions.ts";
import { dataKeys, maySeal } from "./keys.ts";
import { atOnce } from "./reserved.ts";
import { mayReceive, maySend } from "./queue-permissions.ts";
import { syncQueue, wake } from "./queues.ts";
import { loginSecrets, oauthClients, portalUrls, serviceSecret } from "./secrets.ts";

export const syncWorker = new sst.aws.Function("SyncWorker", {
  ...built("sync-worker"),
  ...atOnce("sync-worker"),
  ...browserFunction,
  environment: {
    ...workerPool,
    ...brokerEnvironment,
    LOGIN_SECRETS: loginSecrets.value,
    SERVICE_SECRET: serviceSecret.value,
    OAUTH_CLIENTS: oauthClients.value,
    PORTAL_URLS: portalUrls.value,
    SYNC_QUEUE_URL: syncQueue.url,
    KMS_KEY_ID: dataKeys.arn,
  },
  permissions: [mayReceive(syncQueue), maySend(syncQueue), mayAskBroker, ...maySeal("sync-worker")],
});

wake(syncQueue, syncWorker, { maximumConcurrency: workersAtOnce["sync-worker"] });
