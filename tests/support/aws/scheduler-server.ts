import { z } from "zod";
import type { Clock } from "#lib/kernel/clock.ts";
import {
  json,
  localSigner,
  refusal,
  startProtocolServer,
  type ProtocolServer,
  type WireAnswer,
} from "./protocol-server.ts";
import type { WireRequest } from "./signature.ts";

const arn = /^arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:\d*:.+$/;
const ClientToken = z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/);

/** The body of a creation or an update, with the service's own limits. */
const Definition = z.strictObject({
  ClientToken,
  GroupName: z.string().regex(/^[0-9a-zA-Z-_.]{1,64}$/),
  ScheduleExpression: z.string().regex(/^rate\([1-9]\d* (minutes?|hours?|days?)\)$/),
  StartDate: z.number().optional(),
  State: z.enum(["ENABLED", "DISABLED"]).default("ENABLED"),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal("OFF") }),
  Target: z.strictObject({
    Arn: z.string().regex(arn),
    RoleArn: z.string().regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/),
    Input: z.string().min(1),
    RetryPolicy: z.strictObject({
      MaximumEventAgeInSeconds: z.number().int().min(60).max(86_400),
      MaximumRetryAttempts: z.number().int().min(0).max(185),
    }),
    DeadLetterConfig: z.strictObject({ Arn: z.string().regex(/^arn:aws[a-z-]*:sqs:.+$/) }),
  }),
});
type Definition = z.output<typeof Definition>;

interface Registered {
  definition: Definition;
  /** When it fires next, in milliseconds. */
  next: number;
}

export interface SchedulerServer extends ProtocolServer {
  schedules: Map<string, Registered>;
  /** Fires every schedule up to the clock's current time, and returns what was sent. */
  fireDue(): { target: string; input: string }[];
}

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The scheduler's protocol: names, groups, conflicts, client tokens, and the firing itself. */
export async function startSchedulerServer(
  groups: readonly string[],
  clock: Clock,
  signer = localSigner,
): Promise<SchedulerServer> {
  const schedules = new Map<string, Registered>();
  const book = { groups, clock, schedules, tokens: new Set<string>() };
  const server = await startProtocolServer({ ...signer, service: "scheduler" }, (request) =>
    answer(book, request),
  );
  return { ...server, schedules, fireDue: () => fireDue(schedules, clock.now().getTime()) };
}

interface Book {
  groups: readonly string[];
  clock: Clock;
  schedules: Map<string, Registered>;
  tokens: Set<string>;
}

function answer(book: Book, request: WireRequest): WireAnswer {
  const [, name] = /^\/schedules\/([0-9a-zA-Z-_.]{1,64})$/.exec(request.path) ?? [];
  if (name === undefined) return refusal(400, "ValidationException", "not a schedule's path");
  switch (request.method) {
    case "POST":
    case "PUT":
      return write(book, name, request);
    case "DELETE":
      return remove(book, name, request);
    default:
      return refusal(404, "UnknownOperationException", "not an operation of this server");
  }
}

function write(book: Book, name: string, { method, headers, body }: WireRequest): WireAnswer {
  if (headers["content-type"] !== "application/json") {
    return refusal(400, "ValidationException", "not JSON");
  }
  const parsed = Definition.safeParse(JSON.parse(body));
  if (!parsed.success) return refusal(400, "ValidationException", z.prettifyError(parsed.error));
  const definition = parsed.data;
  if (!book.groups.includes(definition.GroupName)) return notFound("group");
  const id = `${definition.GroupName}/${name}`;
  const known = book.schedules.has(id);
  const done = json({ ScheduleArn: `arn:aws:scheduler:us-east-1:000000000000:schedule/${id}` });
  // The same request again, after its first answer was lost.
  if (book.tokens.has(`${method} ${definition.ClientToken}`)) return done;
  if (method === "POST" && known) return refusal(409, "ConflictException", `${name} exists`);
  if (method === "PUT" && !known) return notFound("schedule");
  const now = book.clock.now().getTime();
  const start = definition.StartDate === undefined ? now : definition.StartDate * 1000;
  if (start < now - 300_000) {
    return refusal(400, "ValidationException", "the start is earlier than five minutes ago");
  }
  book.tokens.add(`${method} ${definition.ClientToken}`);
  book.schedules.set(id, { definition, next: start });
  return done;
}

function remove(book: Book, name: string, { query }: WireRequest): WireAnswer {
  const token = ClientToken.parse(query.get("clientToken"));
  if (book.tokens.has(`DELETE ${token}`)) return json({});
  if (!book.schedules.delete(`${query.get("groupName")}/${name}`)) return notFound("schedule");
  book.tokens.add(`DELETE ${token}`);
  return json({});
}

function fireDue(schedules: Map<string, Registered>, now: number) {
  const sent: { target: string; input: string }[] = [];
  for (const entry of schedules.values()) {
    const { State, Target, ScheduleExpression } = entry.definition;
    for (; entry.next <= now; entry.next += everyMs(ScheduleExpression)) {
      if (State === "ENABLED") sent.push({ target: Target.Arn, input: Target.Input });
    }
  }
  return sent;
}

function everyMs(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  return Number(count) * unitMs[unit as keyof typeof unitMs];
}

function notFound(what: string): WireAnswer {
  return refusal(404, "ResourceNotFoundException", `no such ${what}`);
}
