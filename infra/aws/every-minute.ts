import { isAsleep } from "./stage.ts";

// A run that could not start within its minute is replaced by the next one.
const lateSeconds = 60;

/** Neither the scheduler nor the function's own queue retries a run: the next is a minute away. */
export function notRepeated<T extends Pick<sst.aws.FunctionArgs, "transform">>(args: T) {
  const eventInvokeConfig = { maximumEventAgeInSeconds: lateSeconds };
  return { ...args, retries: 0, transform: { ...args.transform, eventInvokeConfig } };
}

export function everyMinute(name: string, worker: sst.aws.Function) {
  return new sst.aws.CronV2(name, {
    function: worker.arn,
    schedule: "rate(1 minute)",
    enabled: !isAsleep,
    transform: {
      schedule: (args) => {
        const retryPolicy = { maximumRetryAttempts: 0, maximumEventAgeInSeconds: lateSeconds };
        args.target = $output(args.target).apply((target) => ({ ...target, retryPolicy }));
      },
    },
  });
}
