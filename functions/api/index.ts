import { behindUrl } from "../edge/behind-url.ts";
import { openSystem, systemSettings } from "../edge/system.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createApi } from "./app.ts";
import { packageNextTo } from "./package-file.ts";
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
  ...(await openSystem(config, "api")),
  edgeSecrets: config.EDGE_SECRETS,
  clientPackage: packageNextTo(import.meta.url),
  keys: createKmsKeys({ keyId: config.KMS_KEY_ID }),
  queue: createSqsQueue({ queueUrl: config.SYNC_QUEUE_URL }),
  emissionQueue: createSqsQueue({ queueUrl: config.EMISSION_QUEUE_URL }),
});

export const handler = behindUrl(createApi(deps), { ...deps, edgeSecrets: config.EDGE_SECRETS });
