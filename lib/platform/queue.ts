import { currentRequestId } from "#lib/kernel/log.ts";
import { currentTraceparent } from "#lib/kernel/trace.ts";

/**
 * Wakes a worker. The job is its row: a lost, duplicated or late message only costs time. `smk_…`
 * instead of a job's id asks the worker whether it is alive.
 */
export interface JobMessage {
  jobId: string;
}

export interface SendOptions {
  /** Whose message it is: one organization's many messages do not delay the others'. */
  group: string;
  delaySeconds?: number;
  /** The request it serves; by default the current one. */
  requestId?: string;
}

export interface Queue<Message = JobMessage> {
  /** Succeeds when the queue exists and answers; otherwise throws `service_unavailable`. */
  check(): Promise<void>;
  send(message: Message, options: SendOptions): Promise<void>;
  /** Sends all of them, or throws; what was sent before that stays sent. */
  sendBatch(messages: readonly { message: Message; options: SendOptions }[]): Promise<void>;
}

/** Sent along with a message for observers; no worker depends on it. */
export function attributesOf({ requestId = currentRequestId() }: SendOptions) {
  const traceparent = currentTraceparent();
  return {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** A message held by a reader: nobody else gets it until its visibility ends. */
export interface ReceivedMessage {
  messageId: string;
  body: string;
  receiptHandle: string;
  /** How often it was delivered, including this time. */
  receives: number;
  attributes: Record<string, string>;
}

interface ReceiveOptions {
  most: number;
  waitSeconds: number;
  /** How long nobody else gets them; by default the queue's own term. */
  holdSeconds?: number;
}

/** For where no platform feeds the workers: local mode and a plain server. */
export interface QueueReader {
  /** Waits for up to `waitSeconds`; empty when nothing came or the signal was aborted. */
  receive(options: ReceiveOptions, signal?: AbortSignal): Promise<ReceivedMessage[]>;
  done(messages: readonly Pick<ReceivedMessage, "receiptHandle">[]): Promise<void>;
  /** Their work failed: they come again after a pause, and become dead letters after five tries. */
  failed(messages: readonly Pick<ReceivedMessage, "receiptHandle">[]): Promise<void>;
  /** For work that takes longer: nobody else gets the message for that many seconds from now. */
  extend(message: Pick<ReceivedMessage, "receiptHandle">, seconds: number): Promise<void>;
}

/** Both ends of one queue, where senders and workers are one process. */
export type WorkQueue = Queue & QueueReader;

/** The part of the platform's queue event that the workers read. */
export interface QueueBatch {
  Records: {
    messageId: string;
    body: string;
    messageAttributes?: Record<string, { stringValue?: string | undefined }>;
  }[];
}

/** The messages that must come back; all others are done. */
export interface QueueBatchAnswer {
  batchItemFailures: { itemIdentifier: string }[];
}
