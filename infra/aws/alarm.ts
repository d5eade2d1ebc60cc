import { alarmEmail } from "./secrets.ts";

/** Where every alarm goes: one topic, one mailbox; whoever is on duty adds a pager to the topic. */
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
  /** How many minutes in a row, of how many. */
  minutes: number;
  /** Silence is the alarm: what is measured has stopped. */
  silenceIsAlarm?: boolean;
}

export function alarm({ name, metric, when, threshold, minutes, silenceIsAlarm = false }: Alarm) {
  return new aws.cloudwatch.MetricAlarm(name, {
    ...metric,
    name: `${$app.name}-${$app.stage}-${name}`,
    comparisonOperator: when === "above" ? "GreaterThanThreshold" : "LessThanThreshold",
    threshold,
    ...(metric.metricQueries === undefined && { period: 60 }),
    evaluationPeriods: minutes,
    datapointsToAlarm: minutes,
    treatMissingData: silenceIsAlarm ? "breaching" : "notBreaching",
    alarmActions: [alarmTopic.arn],
    okActions: [alarmTopic.arn],
  });
}
