import { randomUUID } from "node:crypto";
import type { CreateScheduleCommandInput, SchedulerClient } from "@aws-sdk/client-scheduler";
import { AppError } from "#lib/kernel/errors/index.ts";
import { clientSettings, edgeFailure, sharedClient, type AwsPlace } from "./aws-client.ts";
import type { Schedule, ScheduleMessage, Schedules } from "./schedules.ts";

interface EventBridgeSchedulesOptions extends AwsPlace {
  /** The stage's own group: schedules of two stages never share a name. */
  groupName: string;
  /** The queue for a schedule's messages, and the role that may send there. */
  targetArn: string;
  roleArn: string;
  /** Where a message that could not be sent ends up. */
  deadLettersArn: string;
}

/** A sync an hour late is left to the next one; the default is 185 tries over a day. */
const retries = { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 3600 };

/**
 * One schedule per connection, in the stage's group. The client is loaded for the first of them.
 */
export function createEventBridgeSchedules(options: EventBridgeSchedulesOptions): Schedules {
  return {
    put: async (schedule) => {
      const input = {
        ...definition(options, schedule),
        State: "ENABLED",
        StartDate: schedule.firstAt,
      } as const;
      if (await create(options, input)) return;
      if (await update(options, input)) return;
      // Another run removed it in between; the next one finds out what is left to do.
      if (!(await create(options, input))) throw new AppError("service_unavailable");
    },
    pause: async (schedule) => {
      // Without its start, which the service refuses once it has passed.
      await update(options, { ...definition(options, schedule), State: "DISABLED" });
    },
    remove: async (connectionId) => {
      const { DeleteScheduleCommand } = await import("@aws-sdk/client-scheduler");
      const scheduler = await schedulerClient(options);
      const which = { GroupName: options.groupName, Name: nameOf(connectionId) };
      const command = new DeleteScheduleCommand({ ...which, ClientToken: randomUUID() });
      await passed(scheduler.send(command), "ResourceNotFoundException");
    },
  };
}

/** False when the name is taken. */
async function create(place: AwsPlace, input: CreateScheduleCommandInput): Promise<boolean> {
  const { CreateScheduleCommand } = await import("@aws-sdk/client-scheduler");
  const scheduler = await schedulerClient(place);
  const command = new CreateScheduleCommand({ ...input, ClientToken: randomUUID() });
  return passed(scheduler.send(command), "ConflictException");
}

/** False when none has that name. Whatever the input omits is reset to its default. */
async function update(place: AwsPlace, input: CreateScheduleCommandInput): Promise<boolean> {
  const { UpdateScheduleCommand } = await import("@aws-sdk/client-scheduler");
  const scheduler = await schedulerClient(place);
  const command = new UpdateScheduleCommand({ ...input, ClientToken: randomUUID() });
  return passed(scheduler.send(command), "ResourceNotFoundException");
}

function definition(
  options: EventBridgeSchedulesOptions,
  { connectionId, everyMinutes }: Omit<Schedule, "firstAt">,
) {
  const message: ScheduleMessage = { connectionId };
  return {
    GroupName: options.groupName,
    Name: nameOf(connectionId),
    ScheduleExpression: `rate(${everyMinutes} ${everyMinutes === 1 ? "minute" : "minutes"})`,
    // The connections' first runs are already spread out, and the customer is told when the next
    // one is.
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: {
      Arn: options.targetArn,
      RoleArn: options.roleArn,
      Input: JSON.stringify(message),
      RetryPolicy: retries,
      DeadLetterConfig: { Arn: options.deadLettersArn },
    },
  } as const satisfies CreateScheduleCommandInput;
}

/**
 * The connection's id is the name: no other organization has it, and its characters are allowed.
 */
function nameOf(connectionId: string): string {
  if (!/^[0-9a-zA-Z_.-]{1,64}$/.test(connectionId)) {
    throw new RangeError("a connection's id cannot name its schedule");
  }
  return connectionId;
}

/** False when the request was refused for the one reason that its caller expects. */
async function passed(sent: Promise<unknown>, refusal: string): Promise<boolean> {
  try {
    await sent;
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === refusal) return false;
    throw edgeFailure(error);
  }
}

function schedulerClient(place: AwsPlace): Promise<SchedulerClient> {
  return sharedClient("scheduler", place, async () => {
    const { SchedulerClient } = await import("@aws-sdk/client-scheduler");
    return new SchedulerClient(clientSettings(place));
  });
}
