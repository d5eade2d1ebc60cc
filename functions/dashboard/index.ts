import { behindUrl } from "../edge/behind-url.ts";
import { openSystem, systemSettings } from "../edge/system.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { lazyConnectors } from "#lib/tools/lazy-connectors.ts";
import { createEgress, createSystemResolver } from "#lib/egress/index.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createVault } from "#lib/vault/index.ts";
import { createLazyCatalogue } from "#lib/tools/catalogue.ts";
import { createDashboard } from "./app.ts";
import { buildDashboardDeps, dashboardSettings } from "./deps.ts";

const config = parseConfig(
  [
    ...dashboardSettings,
    ...systemSettings,
    "EDGE_SECRETS",
    "KMS_KEY_ID",
    "EMISSION_QUEUE_URL",
    "SYNC_QUEUE_URL",
  ],
  process.env,
);
const edgeSecrets = config.EDGE_SECRETS;
const system = await openSystem(config, "dashboard");
const deps = await buildDashboardDeps(config, {
  ...system,
  vault: createVault(createKmsKeys({ keyId: config.KMS_KEY_ID }), system.clock),
  edgeSecrets,
  queue: createSqsQueue({ queueUrl: config.SYNC_QUEUE_URL }),
  emissionQueue: createSqsQueue({ queueUrl: config.EMISSION_QUEUE_URL }),
  catalogue: createLazyCatalogue(lazyConnectors),
  egress: createEgress({ resolver: createSystemResolver() }),
});

export const handler = behindUrl(createDashboard(deps), { ...deps, edgeSecrets });
