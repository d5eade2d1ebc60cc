import { alarmEmail } from "./secrets.ts";

/** Where every alarm goes: one topic, one mailbox; the person on duty adds a pager to the topic. */
export const alarmTopic = new aws.sns.Topic("Alarms", {
  name: `${$app.name}-${$app.stage}-alarms`,
});

export const alarmMail = new aws.sns.TopicSubscription("AlarmsByMail", {
  topic: alarmTopic.arn,
  protocol: "email",
  endpoint: alarmEmail.value,
});

export interface Alarm {
  /** What it means and what to do is in `docs/operations.md` under this name. */
  name: string;
  metric: Pick<
    aws.cloudwatch.MetricAlarmArgs,
    "namespace" | "metricName" | "dimensions" | "statistic" | "metricQueries"
  >;
  when: "above" | "below";
  threshold: number;
  /** How long one look is; metric queries say it themselves. */
  periodSeconds?: number;
  /** How many looks in a row have to be bad. */
  periods: number;
  /** Silence is the alarm: what is measured has stopped. */
  silenceIsAlarm?: boolean;
}

export function alarm(given: Alarm) {
  const { name, metric, when, threshold, periods } = given;
  return new aws.cloudwatch.MetricAlarm(name, {
    ...metric,
    name: `${$app.name}-${$app.stage}-${name}`,
    comparisonOperator: when === "above" ? "GreaterThanThreshold" : "LessThanThreshold",
    threshold,
    ...(metric.metricQueries === undefined && { period: given.periodSeconds ?? 60 }),
    evaluationPeriods: periods,
    datapointsToAlarm: periods,
    treatMissingData: given.silenceIsAlarm === true ? "breaching" : "notBreaching",
    alarmActions: [alarmTopic.arn],
    okActions: [alarmTopic.arn],
  });
}
