import { drainPool } from "./environment.ts";
import { everyMinute, notRepeated } from "./every-minute.ts";
import { builtSmall } from "./functions.ts";
import { atOnce } from "./reserved.ts";
import { dataKeys, maySeal } from "./keys.ts";

export const drain = new sst.aws.Function("DrainDeliveries", {
  ...notRepeated(builtSmall("drain-deliveries")),
  ...atOnce("drain-deliveries"),
  // Until the next one starts. Two at once are safe, but would cost twice.
  timeout: "60 seconds",
  // 1769 MB come with one whole core, for the signing and TLS of thousands of deliveries.
  memory: "1769 MB",
  environment: { ...drainPool, KMS_KEY_ID: dataKeys.arn },
  // It opens endpoint secrets and never makes them; it seals the mail about a disabled endpoint.
  permissions: maySeal("drain-deliveries"),
});

everyMinute("DrainEveryMinute", drain);
