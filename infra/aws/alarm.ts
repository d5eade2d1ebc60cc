import { alarmEmail } from "./secrets.ts";

/** Every alarm goes to one topic with one mailbox; the person on duty adds a pager to the topic. */
export const alarmTopic = new aws.sns.Topic("Alarms", {
  name: `${$app.name}-${$app.stage}-alarms`,
});

export const alarmMail = new aws.sns.TopicSubscription("AlarmsByMail", {
  topic: alarmTopic.arn,
  protocol: "email",
  endpoint: alarmEmail.value,
});

export interface Alarm {
  /** `docs/operations.md` explains under this name what it means and what to do. */
  name: string;
  metric: Pick<
    aws.cloudwatch.MetricAlarmArgs,
    "namespace" | "metricName" | "dimensions" | "statistic" | "metricQueries"
  >;
  when: "above" | "below";
  threshold: number;
  /** The length of one period; metric queries set it themselves. */
  periodSeconds?: number;
  /** How many periods in a row must be bad. */
  periods: number;
  /** Missing data is the alarm: the measured thing has stopped. */
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
