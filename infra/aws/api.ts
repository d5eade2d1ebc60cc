import { apiPool } from "./environment.ts";
import { edge } from "./edge.ts";
import { builtSmall } from "./functions.ts";
import { dataKeys, maySeal } from "./keys.ts";
import { atOnce } from "./reserved.ts";
import { maySend } from "./queue-permissions.ts";
import { emissionQueue, syncQueue } from "./queues.ts";
import {
  apiKeySecrets,
  contact,
  cursorSecrets,
  edgeSecrets,
  indicatorsBaseUrl,
  legalName,
  linkSecrets,
  loginSecrets,
  oauthClients,
  privacyUrl,
  receiptPublicKeys,
  serviceSecret,
  termsUrl,
} from "./secrets.ts";

export const api = new sst.aws.Function("Api", {
  ...builtSmall("api"),
  ...atOnce("api"),
  // Next to the bundle, where the API looks for it.
  copyFiles: [{ from: "dist/client", to: "functions/api/client" }],
  // A call waits at most 25 seconds for a worker; the rest is for the database and a cold start.
  timeout: "40 seconds",
  // We measured 283 MiB after 10,000 requests; the rest buys processor time for cold starts.
  memory: "1024 MB",
  // Answers are complete JSON documents: a stream would hide a failure behind a status already sent.
  streaming: false,
  url: {
    cors: false,
    // The edge waits longer than the function may take, so that the function's own error is the answer.
    router: { instance: edge, readTimeout: "45 seconds" },
  },
  environment: {
    ...apiPool,
    BASE_URL: edge.url,
    API_KEY_SECRETS: apiKeySecrets.value,
    LINK_SECRETS: linkSecrets.value,
    CURSOR_SECRETS: cursorSecrets.value,
    LOGIN_SECRETS: loginSecrets.value,
    RECEIPT_PUBLIC_KEYS: receiptPublicKeys.value,
    EDGE_SECRETS: edgeSecrets.value,
    SERVICE_SECRET: serviceSecret.value,
    OAUTH_CLIENTS: oauthClients.value,
    INDICATORS_BASE_URL: indicatorsBaseUrl.value,
    LEGAL_NAME: legalName.value,
    CONTACT: contact.value,
    PRIVACY_URL: privacyUrl.value,
    TERMS_URL: termsUrl.value,
    SYNC_QUEUE_URL: syncQueue.url,
    EMISSION_QUEUE_URL: emissionQueue.url,
    KMS_KEY_ID: dataKeys.arn,
  },
  permissions: [maySend(syncQueue, emissionQueue), ...maySeal("api")],
});
