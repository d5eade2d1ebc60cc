import * as z from "zod";
import { jobTriggers, SyncOutcome } from "#lib/contract/index.ts";
import { errorCodes } from "#lib/kernel/errors/index.ts";

const Count = z.int().min(0);
const ErrorCodeName = z.enum(errorCodes);

/** As stored on the job; completeness is left out when the portal did not say. */
const ToldOutcome = SyncOutcome.extend({
  records_synced: Count,
  incompletos: Count.optional(),
  completo: z.boolean().optional(),
});

const syncFields = {
  job_id: z.string(),
  connection: z.strictObject({ id: z.string(), connector: z.string(), label: z.string() }),
  alcances: z.array(z.string()),
  periodo: z.string(),
  trigger: z.enum(jobTriggers),
  request_id: z.string(),
};

const FeeReceipt = z.strictObject({
  request_id: z.string(),
  connection_id: z.string(),
  document_version: Count,
  state: z.string(),
});

/** The content of `data`, type by type. Strict, so that nothing else can get into a payload. */
export const eventData = {
  "sync.succeeded": z.strictObject({
    ...syncFields,
    status: z.literal("succeeded"),
    records_synced: Count,
    last_error: z.null(),
    outcomes: z.array(ToldOutcome),
  }),
  "sync.failed": z.strictObject({
    ...syncFields,
    status: z.literal("failed"),
    records_synced: z.null(),
    last_error: ErrorCodeName,
    outcomes: z.array(ToldOutcome).max(0),
  }),
  "connect_session.consumed": z.strictObject({
    session: z.strictObject({ id: z.string() }),
    connection: z.strictObject({ id: z.string(), connector: z.string() }),
    verified: z.boolean().nullable(),
    consumed_at: z.iso.datetime(),
  }),
  "tributario.honorarios.issued": FeeReceipt,
  "tributario.honorarios.inconclusive": FeeReceipt,
  "tributario.honorarios.rejected": FeeReceipt,
  "tributario.honorarios.document_available": FeeReceipt,
  "webhook.test": z.strictObject({
    test: z.literal(true),
    message: z.string(),
    endpoint_id: z.string(),
  }),
} as const satisfies Record<string, z.ZodObject>;

export type EventType = keyof typeof eventData;

/** When each is sent. */
export const eventMeanings: Readonly<Record<EventType, string>> = {
  "sync.succeeded": "A sync brought something; see its outcomes",
  "sync.failed": "A sync gave up",
  "connect_session.consumed": "A person used a link",
  "tributario.honorarios.issued": "A fee receipt was issued",
  "tributario.honorarios.inconclusive": "It is not known whether it was issued",
  "tributario.honorarios.rejected": "A fee receipt was refused",
  "tributario.honorarios.document_available": "Its document can be fetched",
  "webhook.test": "A test that somebody asked for in the dashboard",
};

export type EventData<T extends EventType> = z.input<(typeof eventData)[T]>;

export const eventTypes = Object.keys(eventData) as [EventType, ...EventType[]];

/** Sent to the one endpoint that asked for it, and not open to subscription. */
export const testEventType = "webhook.test";

/** What a subscription can wait for. */
export const sentTypes: readonly EventType[] = eventTypes.filter((type) => type !== testEventType);

/** `sync.partial` is accepted from older subscriptions and never emitted. */
export const subscribableTypes: readonly string[] = [...sentTypes, "sync.partial"];
