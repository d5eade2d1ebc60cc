import { drainPool } from "./environment.ts";
import { everyMinute, notRepeated } from "./every-minute.ts";
import { builtSmall } from "./functions.ts";
import { atOnce } from "./reserved.ts";
import { dataKeys, maySeal } from "./keys.ts";

export const drain = new sst.aws.Function("DrainDeliveries", {
  ...notRepeated(builtSmall("drain-deliveries")),
  ...atOnce("drain-deliveries"),
  // Until the next one starts. Two at once are safe, but they would be paid for twice.
  timeout: "60 seconds",
  // A whole processor at 1769 MB: signing and TLS for thousands of deliveries.
  memory: "1769 MB",
  environment: { ...drainPool, KMS_KEY_ID: dataKeys.arn },
  // Endpoint secrets are opened in here, never made; a mail of a disabled one is sealed.
  permissions: maySeal("drain-deliveries"),
});

everyMinute("DrainEveryMinute", drain);
