import { keeperPool } from "./environment.ts";
import { everyMinute, notRepeated } from "./every-minute.ts";
import { builtSmall } from "./functions.ts";
import { atOnce } from "./reserved.ts";
import { maySend } from "./queue-permissions.ts";
import { emissionQueue, syncQueue } from "./queues.ts";
import { maySchedule, scheduleEnvironment } from "./schedules.ts";
import { indicatorsBaseUrl } from "./secrets.ts";

export const housekeeping = new sst.aws.Function("Housekeeping", {
  ...notRepeated(builtSmall("housekeeping")),
  ...atOnce("housekeeping"),
  timeout: "60 seconds",
  memory: "512 MB",
  environment: {
    ...keeperPool,
    ...scheduleEnvironment,
    INDICATORS_BASE_URL: indicatorsBaseUrl.value,
    SYNC_QUEUE_URL: syncQueue.url,
    EMISSION_QUEUE_URL: emissionQueue.url,
  },
  permissions: [maySend(syncQueue, emissionQueue), ...maySchedule],
});

everyMinute("HousekeepingEveryMinute", housekeeping);
