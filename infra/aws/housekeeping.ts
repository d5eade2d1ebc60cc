import { keeperPool } from "./environment.ts";
import { everyMinute, notRepeated } from "./every-minute.ts";
import { builtSmall } from "./functions.ts";
import { dataKeys, maySeal } from "./keys.ts";
import { atOnce } from "./reserved.ts";
import { maySend } from "./queue-permissions.ts";
import { emissionQueue, syncQueue } from "./queues.ts";
import { maySchedule, scheduleEnvironment } from "./schedules.ts";
import { indicatorsBaseUrl, mailFrom, smtpUrl } from "./secrets.ts";

export const housekeeping = new sst.aws.Function("Housekeeping", {
  ...notRepeated(builtSmall("housekeeping")),
  ...atOnce("housekeeping"),
  timeout: "60 seconds",
  memory: "512 MB",
  environment: {
    ...keeperPool,
    ...scheduleEnvironment,
    INDICATORS_BASE_URL: indicatorsBaseUrl.value,
    KMS_KEY_ID: dataKeys.arn,
    MAIL_FROM: mailFrom.value,
    SMTP_URL: smtpUrl.value,
    SYNC_QUEUE_URL: syncQueue.url,
    EMISSION_QUEUE_URL: emissionQueue.url,
  },
  permissions: [maySend(syncQueue, emissionQueue), ...maySchedule, ...maySeal("housekeeping")],
});

everyMinute("HousekeepingEveryMinute", housekeeping);
