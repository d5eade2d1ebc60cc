import { scheduleDeadLetters, syncQueue } from "./queues.ts";

/** Holds one schedule per connection; housekeeping creates and removes them. */
export const scheduleGroup = new aws.scheduler.ScheduleGroup("ConnectionSchedules", {
  name: `${$app.name}-${$app.stage}-connections`,
});

/** A schedule may only send a message to the queue of the sync worker. */
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

/** The settings of the adapter. */
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
    // A schedule carries a role, so the function that makes one passes it on: this role, only to the scheduler.
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
