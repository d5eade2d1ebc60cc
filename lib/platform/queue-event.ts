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
