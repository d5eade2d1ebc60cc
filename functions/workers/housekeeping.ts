import { createIndicatorProvider } from "#lib/indicators/index.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { createEventBridgeSchedules } from "#lib/platform/eventbridge-schedules.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createSqsQueue } from "#lib/platform/sqs-queue.ts";
import { createVault } from "#lib/vault/index.ts";
import { createHousekeeping } from "./create-housekeeping.ts";
import { indicatorChore } from "./indicator-chore.ts";
import { mailChore, mailOf } from "./mail-chore.ts";
import { flushing } from "../edge/flushing.ts";
import { openSystem, systemSettings } from "../edge/system.ts";

const config = parseConfig(
  [
    ...systemSettings,
    "EMISSION_QUEUE_URL",
    "INDICATORS_BASE_URL",
    "KMS_KEY_ID",
    "MAIL_FROM",
    "SCHEDULE_DEAD_LETTERS_ARN",
    "SCHEDULE_GROUP",
    "SCHEDULE_ROLE_ARN",
    "SCHEDULE_TARGET_ARN",
    "SMTP_URL",
    "SYNC_QUEUE_URL",
  ],
  process.env,
);
const system = await openSystem(config, "housekeeping");
const provider = createIndicatorProvider({ baseUrl: config.INDICATORS_BASE_URL });
const housekeeping = createHousekeeping({
  ...system,
  smokesDaily: true,
  queue: createSqsQueue({ queueUrl: config.SYNC_QUEUE_URL }),
  emissionQueue: createSqsQueue({ queueUrl: config.EMISSION_QUEUE_URL }),
  schedules: createEventBridgeSchedules({
    groupName: config.SCHEDULE_GROUP,
    targetArn: config.SCHEDULE_TARGET_ARN,
    roleArn: config.SCHEDULE_ROLE_ARN,
    deadLettersArn: config.SCHEDULE_DEAD_LETTERS_ARN,
  }),
  chores: [
    indicatorChore(system, provider),
    mailChore({
      ...system,
      vault: createVault(createKmsKeys({ keyId: config.KMS_KEY_ID }), system.clock),
      mail: mailOf(config, system.clock),
    }),
  ],
});

/** The schedule's event has nothing that is not in the database. */
export const handler = flushing(system.log, (): Promise<void> => housekeeping());
