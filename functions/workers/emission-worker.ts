import type { Context } from "aws-lambda";
import { parseConfig } from "#lib/kernel/config.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { QueueBatch, QueueBatchAnswer } from "#lib/platform/queue.ts";
import { createLambdaBroker } from "#lib/platform/lambda-broker.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createVault } from "#lib/vault/index.ts";
import { createEmissionWorker } from "./create-emission-worker.ts";
import { flushing } from "../edge/flushing.ts";
import { openPortals, portalBrowsers, portalSettings } from "./portals.ts";
import { openSystem, systemSettings } from "../edge/system.ts";

const secrets = ["LOGIN_SECRETS", "RECEIPT_KEYS"] as const;
const config = parseConfig(
  [
    ...systemSettings,
    ...portalSettings,
    "CREDENTIAL_BROKER",
    "KMS_KEY_ID",
    "EMISSION_QUEUE_URL",
    ...secrets,
    "SERVICE_SECRET",
  ],
  process.env,
);
const system = await openSystem(config, "emission");
const worker = createEmissionWorker({
  ...system,
  vault: createVault(createKmsKeys({ keyId: config.KMS_KEY_ID }), system.clock),
  broker: createLambdaBroker({ functionName: config.CREDENTIAL_BROKER }),
  secret: new ServiceSecret(config, secrets),
  emissionQueue: createSqsQueue({ queueUrl: config.EMISSION_QUEUE_URL }),
  openPortal: openPortals(config, portalBrowsers(process.env)),
  chromiumPath: config.CHROMIUM_PATH,
});

export const handler = flushing(
  system.log,
  (batch: QueueBatch, context: Context): Promise<QueueBatchAnswer> =>
    worker(batch, context.getRemainingTimeInMillis()),
);
