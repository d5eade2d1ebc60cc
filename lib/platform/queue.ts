import { currentRequestId } from "#lib/kernel/log.ts";
import { currentTraceparent } from "#lib/kernel/trace.ts";

/**
 * Wakes a worker. The job is its row: a message that is lost, doubled or late costs time alone. In the
 * place of a job's id, `smk_…` asks the worker whether it is alive.
 */
export interface JobMessage {
  jobId: string;
}

export interface SendOptions {
  /** Whose message it is: one organization's many messages do not keep the others' waiting. */
  group: string;
  delaySeconds?: number;
  /** Whose request it serves; the one being worked on when absent. */
  requestId?: string;
}

export interface Queue<Message = JobMessage> {
  /** Passes when the queue answers and is there; throws `service_unavailable` when not. */
  check(): Promise<void>;
  send(message: Message, options: SendOptions): Promise<void>;
  /** All of them, or throws; what was sent before that stays sent. */
  sendBatch(messages: readonly { message: Message; options: SendOptions }[]): Promise<void>;
}

/** What goes along with a message for those who look on; no worker depends on it. */
export function attributesOf({ requestId = currentRequestId() }: SendOptions) {
  const traceparent = currentTraceparent();
  return {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** A message in a reader's hands: nobody else is given it until its visibility ends. */
export interface ReceivedMessage {
  messageId: string;
  body: string;
  receiptHandle: string;
  /** How often it was handed out, this time included. */
  receives: number;
  attributes: Record<string, string>;
}

interface ReceiveOptions {
  most: number;
  waitSeconds: number;
  /** How long nobody else is given them; the queue's own term when absent. */
  holdSeconds?: number;
}

/** Where no platform feeds the workers: local mode and a plain server. */
export interface QueueReader {
  /** Waits for up to `waitSeconds`; none when nothing came or the signal was aborted. */
  receive(options: ReceiveOptions, signal?: AbortSignal): Promise<ReceivedMessage[]>;
  done(messages: readonly Pick<ReceivedMessage, "receiptHandle">[]): Promise<void>;
  /** Their work failed: they come again after a pause, and after five tries they are dead letters. */
  failed(messages: readonly Pick<ReceivedMessage, "receiptHandle">[]): Promise<void>;
  /** For work that takes longer: nobody else gets the message for so many seconds from now. */
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

/** The messages that have to come back; all others are done. */
export interface QueueBatchAnswer {
  batchItemFailures: { itemIdentifier: string }[];
}
