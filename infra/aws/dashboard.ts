import { edge } from "./edge.ts";
import { apiPool } from "./environment.ts";
import { builtSmall } from "./functions.ts";
import { dataKeys, maySeal } from "./keys.ts";
import { maySend } from "./queue-permissions.ts";
import { emissionQueue, syncQueue } from "./queues.ts";
import { atOnce } from "./reserved.ts";
import {
  apiKeySecrets,
  authDatabaseUrl,
  authSecrets,
  contact,
  cursorSecrets,
  billingUrl,
  edgeSecrets,
  formSecrets,
  indicatorsBaseUrl,
  linkSecrets,
  receiptPublicKeys,
  serviceSecret,
} from "./secrets.ts";

/** Where people sign in and manage an organization, and agents ask for access. */
export const dashboardPaths = [
  "/login",
  "/consent",
  "/auth",
  "/dashboard",
  "/.well-known/oauth-authorization-server",
] as const;

export const dashboard = new sst.aws.Function("Dashboard", {
  ...builtSmall("dashboard"),
  ...atOnce("dashboard"),
  // Like a call, a form that needs a portal waits at most 25 seconds for a worker.
  timeout: "40 seconds",
  memory: "1024 MB",
  streaming: false,
  url: { cors: false },
  environment: {
    ...apiPool,
    AUTH_DATABASE_URL: authDatabaseUrl.value,
    AUTH_SECRETS: authSecrets.value,
    BASE_URL: edge.url,
    BILLING_URL: billingUrl.value,
    CONTACT: contact.value,
    EDGE_SECRETS: edgeSecrets.value,
    API_KEY_SECRETS: apiKeySecrets.value,
    CURSOR_SECRETS: cursorSecrets.value,
    LINK_SECRETS: linkSecrets.value,
    FORM_SECRETS: formSecrets.value,
    INDICATORS_BASE_URL: indicatorsBaseUrl.value,
    RECEIPT_PUBLIC_KEYS: receiptPublicKeys.value,
    SYNC_QUEUE_URL: syncQueue.url,
    EMISSION_QUEUE_URL: emissionQueue.url,
    KMS_KEY_ID: dataKeys.arn,
    SERVICE_SECRET: serviceSecret.value,
  },
  permissions: [maySend(syncQueue, emissionQueue), ...maySeal("dashboard")],
});

// A path and everything below it; the rest belongs to the API.
for (const path of dashboardPaths) {
  edge.route(path, dashboard.url, { readTimeout: "45 seconds" });
}
