import { browserFunction } from "./browser.ts";
import { smallPool } from "./environment.ts";
import { built } from "./functions.ts";
import { dataKeys, maySeal } from "./keys.ts";
import { mayReceive, maySend } from "./queue-permissions.ts";
import { syncQueue, wake } from "./queues.ts";
import { loginSecrets, portalUrls, serviceSecret } from "./secrets.ts";

export const syncWorker = new sst.aws.Function("SyncWorker", {
  ...built("sync-worker"),
  ...browserFunction,
  environment: {
    ...smallPool,
    LOGIN_SECRETS: loginSecrets.value,
    SERVICE_SECRET: serviceSecret.value,
    PORTAL_URLS: portalUrls.value,
    SYNC_QUEUE_URL: syncQueue.url,
    KMS_KEY_ID: dataKeys.arn,
  },
  permissions: [mayReceive(syncQueue), maySend(syncQueue), ...maySeal("sync-worker")],
});

// A thousand connections keep two busy on average; the first days of a month and outages make peaks.
wake(syncQueue, syncWorker, { maximumConcurrency: 20 });
