import { scheduleDeadLetters, syncQueue } from "./queues.ts";

/** Holds one schedule for each connection; housekeeping makes and removes them. */
export const scheduleGroup = new aws.scheduler.ScheduleGroup("ConnectionSchedules", {
  name: `${$app.name}-${$app.stage}-connections`,
});

/** What a schedule may do when it fires: put a message where the sync worker finds it. */
export const scheduleRole = new aws.iam.Role("ConnectionSchedulesRole", {
  name: `${$app.name}-${$app.stage}-connection-schedules`,
  assumeRolePolicy: aws.iam.getPolicyDocumentOutput({
    statements: [
      {
        actions: ["sts:AssumeRole"],
        principals: [{ type: "Service", identifiers: ["scheduler.amazonaws.com"] }],
        // Not on behalf of anybody else's schedules.
        conditions: [
          { test: "StringEquals", variable: "aws:SourceArn", values: [scheduleGroup.arn] },
        ],
      },
    ],
  }).json,
  inlinePolicies: [
    {
      name: "send",
      policy: aws.iam.getPolicyDocumentOutput({
        statements: [
          {
            actions: ["sqs:SendMessage"],
            resources: [syncQueue.arn, scheduleDeadLetters.arn],
          },
        ],
      }).json,
    },
  ],
});

/** What the adapter is told. */
export const scheduleEnvironment = {
  SCHEDULE_GROUP: scheduleGroup.name,
  SCHEDULE_ROLE_ARN: scheduleRole.arn,
  SCHEDULE_TARGET_ARN: syncQueue.arn,
  SCHEDULE_DEAD_LETTERS_ARN: scheduleDeadLetters.arn,
};

export const maySchedule = [
  {
    actions: ["scheduler:CreateSchedule", "scheduler:UpdateSchedule", "scheduler:DeleteSchedule"],
    resources: [
      scheduleGroup.arn.apply((arn) => `${arn.replace(":schedule-group/", ":schedule/")}/*`),
    ],
  },
  {
    // A schedule carries a role, so the function that makes one hands that role over: this one, and to it alone.
    actions: ["iam:PassRole"],
    resources: [scheduleRole.arn],
    conditions: [
      {
        test: "StringEquals",
        variable: "iam:PassedToService",
        values: ["scheduler.amazonaws.com"],
      },
    ],
  },
];
