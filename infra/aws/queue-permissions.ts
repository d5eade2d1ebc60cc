/** The readiness check asks whether the queue exists, so senders may also read its attributes. */
export function maySend(...queues: sst.aws.Queue[]) {
  return {
    actions: ["sqs:SendMessage", "sqs:GetQueueAttributes"],
    resources: queues.map(({ arn }) => arn),
  };
}

/** What the event source does on the worker's behalf. */
export function mayReceive(queue: sst.aws.Queue) {
  return {
    actions: [
      "sqs:ReceiveMessage",
      "sqs:DeleteMessage",
      "sqs:ChangeMessageVisibility",
      "sqs:GetQueueAttributes",
    ],
    resources: [queue.arn],
  };
}
